"""Semantic checks of a board, one module per part of the board file."""
