"""The kinds of games: all that differs between a game on a board and the Card Game."""
