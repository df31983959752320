"""A club: people who are themselves on every device, their notices, results, ratings and tournaments.

Nobody needs any of it to play: a browser without a name sits down by its cookie, as ever.
"""
