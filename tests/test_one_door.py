"""`kind_of` is the only place that asks which kind of game a board is; packages know each other one way."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import semafor
from semafor import board_names, load_board
from semafor.games.lookup import kind_of

ROOT = Path(semafor.__file__).parent
DOOR = "games/lookup.py"
MAY_ASK = ("games/", "boards/checks/")
"""Checks of a board file run before its kind is known, so they look at the options."""
DECIDES = (ast.If, ast.IfExp, ast.While)
RECORDS = {"STATE", "CARD_STATE", "CARD_FACTS", "FACTS"}
"""Record types of a single kind of game; comparing with one distinguishes the kinds."""

Search = Callable[[ast.AST], Iterator[ast.AST]]
"""Finds lines in a piece of source."""


@cache
def modules() -> dict[str, ast.Module]:
    paths = sorted(ROOT.rglob("*.py"))
    return {p.relative_to(ROOT).as_posix(): ast.parse(p.read_text(encoding="utf-8")) for p in paths}


def is_option(node: ast.expr, called: frozenset[str] = frozenset()) -> bool:
    """Whether this is what the Card Game is known by: the option, that part of a view, or no routes.

    `called` are names that were given to the option.
    """
    if isinstance(node, ast.Name):
        return node.id in called
    if not isinstance(node, ast.Attribute):
        return False
    routes_of = getattr(node.value, "id", getattr(node.value, "attr", ""))
    return node.attr == "card_game" or (node.attr == "routes" and routes_of == "board")


def names_of_option(tree: ast.AST) -> frozenset[str]:
    """Other names of the option in a piece of source."""
    given = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and getattr(node.value, "attr", "") == "card_game"
    ]
    return frozenset(target.id for node in given for target in node.targets if isinstance(target, ast.Name))


def conditions(tree: ast.AST) -> Iterator[ast.expr]:
    """What is decided by: tests of branches and comprehensions, and sides of `and`, `or`, `not`, `match`."""
    for node in ast.walk(tree):
        if isinstance(node, DECIDES):
            yield node.test
        elif isinstance(node, ast.comprehension):
            yield from node.ifs
        elif isinstance(node, ast.BoolOp):
            yield from node.values
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node.operand
        elif isinstance(node, ast.Match):
            yield node.subject
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"bool", "isinstance"}:
            yield node.args[0]


def asks(tree: ast.AST) -> list[int]:
    """The lines where a piece of source asks which kind of game it has before it."""
    contracts = [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    asserted = {id(inner) for contract in contracts for inner in ast.walk(contract)}
    called = names_of_option(tree)
    found: list[ast.expr] = [node for node in conditions(tree) if is_option(node, called)]
    found += [node for node in ast.walk(tree) if isinstance(node, ast.Compare) and compares(node, called)]
    return sorted({node.lineno for node in found if id(node) not in asserted})


def compares(node: ast.Compare, called: frozenset[str]) -> bool:
    """Whether the option, the name of a kind or the record of its states is compared with anything."""
    sides = [node.left, *node.comparators]
    words = {side.value for side in sides if isinstance(side, ast.Constant)}
    names = any(isinstance(side, ast.Attribute) and side.attr == "name" for side in sides)
    records = any(getattr(side, "id", getattr(side, "attr", "")) in RECORDS for side in sides)
    options = any(is_option(side, called) for side in sides)
    return options or records or (names and bool(words & {"board", "cards"}))


def tables_by_kind(tree: ast.AST) -> Iterator[ast.AST]:
    """Dictionaries with one entry for each kind of game."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            keys = {key.value for key in node.keys if isinstance(key, ast.Constant)}
            if keys == {"board", "cards"}:
                yield node


def dispatches_by_field(tree: ast.AST) -> Iterator[ast.AST]:
    """Questions whether a record has a field, and functions that are chosen by the answer."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "by_fields":
            yield node
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            field = isinstance(node.left, ast.Constant) or getattr(node.left, "id", "").isupper()
            where = ast.unparse(node.comparators[0])
            if (field and where.endswith("fields")) or "dtype.names" in where or "dtype.fields" in where:
                yield node


def uses_of_has_map(tree: ast.AST) -> Iterator[ast.AST]:
    """Questions whether a board has a map: only a Card Game has none."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "has_map")


def choices_by_kind(tree: ast.AST) -> Iterator[ast.AST]:
    """Calls with one argument for each kind of game, which mypy checks: `Kind.pick` and `by_state`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and {word.arg for word in node.keywords} == {"board", "cards"}:
            yield node


LEFT: dict[Search, int] = {
    tables_by_kind: 0,
    dispatches_by_field: 0,
    uses_of_has_map: 7,
    choices_by_kind: 12,
}
"""Lines that distinguish the two kinds of game although `Kind` should; the goal is none."""


@pytest.mark.parametrize("search", LEFT, ids=lambda search: search.__name__)
def test_no_more_lines_distinguish_the_kinds(search: Search) -> None:
    found = sorted(
        {f"{name}:{getattr(node, 'lineno', 0)}" for name, tree in modules().items() for node in search(tree)}
    )
    assert len(found) <= LEFT[search], found


@pytest.mark.parametrize(
    ("search", "source"),
    [
        (tables_by_kind, "PLAYERS = {'board': 1, 'cards': 2}"),
        (dispatches_by_field, "points = by_fields(0, choose)"),
        (dispatches_by_field, "rule = on_map if OF_BOARDS in fields else at_cards"),
        (dispatches_by_field, "rule = think if 'plans' in record.dtype.names else guess"),
        (uses_of_has_map, "land = draw(board) if board.has_map else ''"),
        (choices_by_kind, "bots = kind.pick(board=PLAYERS, cards=CARD_PLAYERS)"),
    ],
)
def test_the_searches_find_lines_that_distinguish(search: Search, source: str) -> None:
    assert {getattr(node, "lineno", 0) for node in search(ast.parse(source))} == {1}


def second_doors(tree: ast.AST) -> list[str]:
    """What a piece of source defines that is called as if it were the door or what stands behind it."""
    kinds = (ast.ClassDef, ast.FunctionDef)
    return [
        node.name for node in ast.walk(tree) if isinstance(node, kinds) and node.name in {"Kind", "kind_of"}
    ]


@pytest.mark.parametrize(
    "source",
    [
        "x = 1 if board.options.card_game is None else 2",
        "if view.card_game:\n    pass",
        "if not options.card_game:\n    pass",
        "y = board.options.card_game and 3",
        "same = board.options.card_game == None",
        "flag = bool(view.card_game)",
        "plays = 1 if kind_of(board).name == 'cards' else 2",
        "match board.options.card_game:\n    case None:\n        pass",
        "kernels = kernels_of(kind.state == STATE)",
        "if state.dtype != state_module.CARD_STATE:\n    pass",
        "land = draw(board) if board.routes else ''",
        "if not self._reading.board.routes:\n    pass",
        "cards = options.card_game; track = None if cards is None else cards.track",
    ],
)
def test_the_search_finds_who_asks(source: str) -> None:
    assert asks(ast.parse(source)) == [1]


def test_a_contract_is_no_question() -> None:
    source = "assert view.card_game is not None\nhalf = view.card_game.half"
    assert asks(ast.parse(source)) == []


def test_only_the_door_asks_which_kind_of_game_it_is() -> None:
    asking = {name: lines for name, tree in modules().items() if (lines := asks(tree))}
    outside = {name: lines for name, lines in asking.items() if not name.startswith(MAY_ASK)}
    assert outside == {}
    assert [name for name in asking if name.startswith("games/")] == [DOOR]
    assert len(asking[DOOR]) == 1


def test_there_is_one_door_and_one_thing_behind_it() -> None:
    doors = {name: found for name, tree in modules().items() if (found := second_doors(tree))}
    assert doors == {DOOR: ["kind_of"], "games/kind.py": ["Kind"]}


def test_both_kinds_stand_behind_the_door() -> None:
    assert {kind_of(load_board(board)).name for board in board_names()} == {"board", "cards"}


# ---- packages ----------------------------------------------------------------------------------

AT_CALL_TIME = {("boards", "show"), ("game", "show")}
"""Allowed lazy imports of a higher layer: boards and games can draw themselves in a notebook."""


def package(module: str) -> str:
    return module.split("/", maxsplit=1)[0].removesuffix(".py")


def arrows() -> dict[str, set[str]]:
    """For each package, the packages that it imports from, within functions too."""
    known = {package(name) for name in modules()}
    found: dict[str, set[str]] = {name: set() for name in known}
    for name, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("semafor."):
                found[package(name)].add(str(node.module).split(".")[1])
    back = {(name, name) for name in known} | AT_CALL_TIME
    return {name: {to for to in tos & known if (name, to) not in back} for name, tos in found.items()}


def find_cycle(graph: dict[str, set[str]]) -> list[str]:
    """Return the packages in cycles of imports: those without imports are removed until none is left."""
    left = dict(graph)
    while ends := [name for name, tos in left.items() if not tos & left.keys()]:
        for name in ends:
            del left[name]
    return sorted(left)


def test_the_search_finds_a_cycle() -> None:
    assert find_cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["a", "b", "c"]


def test_no_two_packages_know_each_other() -> None:
    assert find_cycle(arrows()) == []
