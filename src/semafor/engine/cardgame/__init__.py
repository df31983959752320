"""The Card Game's own rules: sidings, the on-track pile, robbery, scoring rounds.

The same shape as the board games around it: `state` declares the records, `actions` the action
space, `turn` the one door through which a game changes. Chance, the ticket deck, the log and the
generator are theirs: records of both games name the fields of these alike.
"""
