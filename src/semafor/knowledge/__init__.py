"""What a seat knows: its memory, worlds that are consistent with it, and rollouts to the end of a game."""
