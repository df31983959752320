"""Tune the knobs of the playout policy for a board (`python -m lab.tuning BOARD`)."""
