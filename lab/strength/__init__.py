"""How strong the bots are: matches, their results and the page STRENGTH.md."""
