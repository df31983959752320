"""Requests and WebSockets: who asks, how often, and what is answered."""
