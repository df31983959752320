"""The compiled part of learning: running points, and opponents' answers."""
