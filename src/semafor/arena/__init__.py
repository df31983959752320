"""Many games: play them on all cores, evaluate the results, measure speed."""
