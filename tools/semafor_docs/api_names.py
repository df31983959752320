"""Names in signatures that no page of ours explains."""

NITPICK_IGNORE = [
    ("py:.*", r"(numpy|np|msgspec|collections|typing|pathlib|random|numba|gymnasium|pettingzoo|torch)\..*")
]
