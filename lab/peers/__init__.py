"""Compare Semafor with other engines, each in its own environment (`python -m lab.peers.compare`)."""
