"""Simple players to measure others by: one module a kind of player."""
