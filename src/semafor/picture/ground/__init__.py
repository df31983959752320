"""The map under the game: from degrees to paths on the page."""
