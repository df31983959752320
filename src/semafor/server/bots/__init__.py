"""Bots at tables: a pool of processes in which they think."""
