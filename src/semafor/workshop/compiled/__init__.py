"""The compiled part of the workshop: whole games of the fast player, watched."""
