"""Layout: positions of places and curves of lines, so that spaces, places and labels have room."""
