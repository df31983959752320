"""The maxima of the engine, which are compiled in and common to all boards."""

SEATS = 6
PLACES = 64
ROUTES = 128
TICKETS = 64
FESTIVALS = 20
BIG_CITIES = 8
DECK = 168
"""Transport cards, festival cards and the draft card together."""
CARDS_OF_A_KIND = 127
"""Cards of one colour, or wilds, that a hand may have to hold."""
MARKET = 5
OFFER = 6
"""Tickets offered to one player at a time."""
STRANDS = 3
KINDS = 2
"""Kinds of pieces on one board."""
LENGTH = 8
"""Spaces of a route, and cards to pay for it."""
OPEN_PLACES = 12
"""Places that the search for the longest line can keep open at a time (see `tangle`)."""
BORROWINGS = 500_000
"""Combinations of routes that the stations of one side can borrow; all are tried at the end."""
PIECES = 60
STATIONS = 3
HAND = 10
TUNNEL = (3, 6)
"""Cards turned up."""
ROW = 16
"""Cards of one colour in the Card Game: all of them can be placed in one row."""
ROW_WILDS = 62
"""Wilds in the Card Game, for the same reason."""
SET_CARDS = 15
"""Cards of one festival."""
POINTS = 99
"""Points of anything that scores once."""
NAME = 40
"""Characters of a name."""
VERSIONS = 9999
"""Versions of one board."""
