"""Tables in memory: changed one entry at a time, told to who looks, attended when something is due."""
