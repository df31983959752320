"""The compiled rules: plain functions over one fixed-size record a game.

`state` declares the records, `actions` the action space, `turn` the one door through which a
game changes; every other module is one concept of the rulebook.
"""
