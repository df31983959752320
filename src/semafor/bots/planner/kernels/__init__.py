"""The arithmetic of planning on plain arrays, compiled: no views, no states, no names."""
