"""Fit the chances that reviews show to games between bots (`python -m lab.calibration`)."""
