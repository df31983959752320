"""The compiled part of tuning: whole games of the playout policy, each seat with knobs of its own."""
