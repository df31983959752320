"""What networks are rewarded for, and so what their values mean: a margin of points, and the win."""

from __future__ import annotations

WIN = 15.0
"""Points that a win counts beside the margin; whoever loses has his part of it taken away."""
SCALE = 20.0
"""Points that count as a value of one."""
