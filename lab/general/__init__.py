"""One network for every map board: generated boards, training, and the player in NumPy."""
