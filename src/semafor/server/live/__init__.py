"""Tables in memory: changes, broadcasts and scheduled work."""
