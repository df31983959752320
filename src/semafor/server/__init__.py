"""The server: tables for friends and bots, over HTTP and WebSockets."""
