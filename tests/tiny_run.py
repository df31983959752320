"""Settings of training runs that end within seconds."""

from __future__ import annotations

from semafor.learning.settings import Settings

TINY = Settings(
    games=32,
    steps=4,
    threads=1,
    width=16,
    minibatch=64,
    imitate=0.5,
    check_games=4,
    check_every=4,
    log_every=1,
    keep_every=1,
)
