"""What networks are rewarded for, and so what their values mean: a margin of points, and the win."""

from __future__ import annotations

WIN = 15.0
"""Points that a win counts beside the margin, where its card says no other; losers lose their part."""
SCALE = 20.0
"""Points that count as a value of one."""
