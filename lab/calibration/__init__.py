"""Calibrate the win probabilities of reviews on games between bots (`python -m lab.calibration`)."""
