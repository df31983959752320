"""Measurements of the strength of bots: matches, results and the page STRENGTH.md."""
