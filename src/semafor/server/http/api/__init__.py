"""The handlers of requests: thin, each a few lines."""
