"""Who is stronger: comparisons, ratings, intervals, a sequential test."""
