"""Players that learned: what a network reads of a position, its weights, and the bot `network`.

Everything here runs without PyTorch; `semafor.learning` makes the weights.
"""
