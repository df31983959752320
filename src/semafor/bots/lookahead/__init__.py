"""The network's search: its better moves are tried in worlds that fit what was seen, some turns ahead."""
