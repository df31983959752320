"""The board games between engine and players: numbers on one side, names on the other."""
