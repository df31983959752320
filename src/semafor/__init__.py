"""Semafor: the digital table for a family of railway board games."""
