"""Research tools that are not part of the package: tuning, calibration, strength, speed beside peers."""
