"""Accounts, notifications, results, ratings and tournaments. None of them is needed to play."""
