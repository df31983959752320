"""Semafor beside other engines, each in an environment of its own (`python -m lab.peers.compare`)."""
