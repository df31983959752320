"""The bot `lookahead`: searches the network's best moves some turns ahead, in sampled worlds."""
