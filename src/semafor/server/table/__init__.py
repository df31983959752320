"""A table: the sum of its journal, what people may do there, and what each of them is told."""
