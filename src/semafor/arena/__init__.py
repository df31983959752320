"""Many games: play them on all cores, count what came of them, measure how fast it went."""
