"""The load that a server carries: `python -m lab.load --tables 1000 --rate 500 --seconds 30`."""
