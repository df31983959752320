"""How much a server carries: tables, sockets, decisions a second, delays, memory."""
