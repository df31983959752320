"""A table: its journal, the actions of people, and the messages for each viewer."""
