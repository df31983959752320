"""The checks of a board's meaning, one module a part of the board file."""
