"""Games as arrays: what a seat sees, may do and wins, in bytes; for environments and learned players."""
