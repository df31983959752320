"""Series of games on all cores, and what came of them."""
