"""The story of a game: what every decision was worth, what would have been better, and why.

`semafor.review(record)` is the way in; `hints.suggest` says the same to a seat during a game, from its view.
"""
