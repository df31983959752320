"""The Card Game between the engine's numbers and the names of the API."""
