"""Bots against each other: which games are played, by whom, and the files that keep them."""
