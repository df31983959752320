"""Lettering: where the names on a finished layout stand."""
