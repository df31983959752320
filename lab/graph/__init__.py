"""An earlier network that reads a map as a graph."""
