"""HTTP routes, WebSockets, identity of requests and limits of connections."""
