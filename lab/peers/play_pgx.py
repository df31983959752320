"""Random games of backgammon with pgx on the CPU: many games in one compiled call, in several batch sizes."""

from collections.abc import Callable
from typing import Any

from lab.peers.stopwatch import Played, measure, take_one_core, tell

take_one_core()

import jax  # type: ignore  # noqa: E402  # only in its own environment
import jax.numpy as jnp  # type: ignore  # noqa: E402  # only in its own environment
import pgx  # type: ignore  # noqa: E402  # only in its own environment
from pgx.experimental import auto_reset  # type: ignore  # noqa: E402  # only in its own environment

SIZES = (16, 64, 256)
STEPS = 50
LONGEST_WAIT = 300
"""Steps before measuring, because all games start together and none ends early."""

env = pgx.make("backgammon")
step = jax.vmap(auto_reset(env.step, env.init))


def one_step(carry: Any, _: None) -> Any:
    """Play a random legal action in every game; finished games restart."""
    state, key, ended = carry
    key, key_action, key_step = jax.random.split(key, 3)
    action = jax.random.categorical(key_action, jnp.where(state.legal_action_mask, 0.0, -jnp.inf))
    state = step(state, action, jax.random.split(key_step, action.shape[0]))
    return (state, key, ended + state.terminated.sum()), None


@jax.jit  # type: ignore[untyped-decorator]  # JAX has no types here
def many_steps(state: Any, key: Any) -> Any:
    """Return the batch some steps later, and the number of games that ended."""
    (state, key, ended), _ = jax.lax.scan(one_step, (state, key, jnp.int32(0)), None, length=STEPS)
    return state, key, ended


def player(size: int) -> Callable[[], Played]:
    """Return a function that continues a batch of games."""
    key = jax.random.PRNGKey(1)
    held = [jax.jit(jax.vmap(env.init))(jax.random.split(key, size)), key]

    def play() -> Played:
        held[0], held[1], ended = many_steps(*held)
        return STEPS * size, int(ended)

    return play


rows = [
    measure(
        player(size),
        warm_up=LONGEST_WAIT // STEPS,
        game="backgammon",
        players=2,
        way=f"JAX on the CPU, {size} games at once",
    )
    for size in SIZES
]
tell(rows)
