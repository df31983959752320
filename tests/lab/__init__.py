"""Tests of the experiments in `lab`."""
