"""Tuning the playout policy for a board: candidates play the same deals, what wins is kept, then checked."""
