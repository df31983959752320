"""The network's moves, chosen among by playouts in worlds that fit what was seen."""
