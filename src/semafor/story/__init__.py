"""The review of a game: the value of every decision, better moves, and reasons.

`semafor.review(record)` computes it; hints during a game use the same reasons, from a seat's view.
"""
