"""Layout: where places lie and how lines bend, so that spaces, places and labels all have room."""
