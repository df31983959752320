"""The bot `search`: plays promising moves out in sampled worlds with a fast policy, and takes the best."""
