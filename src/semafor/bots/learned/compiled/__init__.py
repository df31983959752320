"""The compiled part of learned players: what a row tells of a position beside its observation."""
