"""Which actions a board has, and each in words: `claim Palermo-Smyrna`, `keep the first and third ticket`."""

from collections.abc import Iterable, Mapping, Sequence

from semafor.boards.model import Board
from semafor.engine.actions import RANGES, Range
from semafor.engine.state import LONGEST_COST, MARKET, OFFER, TURNED
from semafor.games.board_facts import CARD_NAMES, elements, names_of

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
assert len(ORDINALS) >= OFFER
FESTIVAL_WORDS = (
    "take the festival cards of the first end",
    "take the festival cards of the second end",
    "take no festival cards",
)


TEAM_ACTIONS = {"SHARE", "SPLIT", "RACK_TICKET", "TO_HAND", "TO_RACK", "SHARE_STOP"}


def cut_ranges(ranges: Iterable[Range], sizes: Mapping[str, int]) -> list[Range]:
    """The ranges with as many actions as the board has."""
    return [part._replace(size=min(part.size, sizes.get(part.name, part.size))) for part in ranges]


def largest_offer(board: Board) -> int:
    """The most tickets that a seat is offered at once."""
    options = board.options
    return max(options.start_tickets.count + options.start_tickets.long, options.draw_tickets.count)


def sizes_of(board: Board) -> dict[str, int]:
    """How many actions the ranges of routes, places and tickets have on this board."""
    return {
        "CLAIM": len(board.routes),
        "STATION": len(board.places) if board.options.stations else 0,
        "SHARE": len(board.tickets) if board.options.teams else 0,
        "COMPLETE": len(board.tickets),
        "KEEP": 1 << largest_offer(board),
    }


def present_ranges(board: Board, ranges: Iterable[Range]) -> list[Range]:
    """Of these ranges those with actions that can become legal on this board, cut to its size."""
    options, absent = board.options, set[str]()
    absent |= set() if options.teams else TEAM_ACTIONS
    absent |= set() if options.tunnels else {"EXTRA", "REFUSE"}
    absent |= set() if options.stations else {"STATION"}
    absent |= set() if options.draft else {"PICK"}
    absent |= set() if options.festivals else {"FESTIVAL"}
    return cut_ranges((part for part in ranges if part.name not in absent), sizes_of(board))


def named_ranges(ranges: Iterable[Range], words: Mapping[str, Sequence[str]]) -> dict[int, str]:
    """The names of all actions of these ranges, from the names in each range."""
    return {part.first + n: words[part.name][n] for part in ranges for n in range(part.size)}


def shared_words() -> dict[str, list[str]]:
    """The decisions that every kind of game knows."""
    return {
        "KEEP": [_keep(elements(places)) for places in range(2**OFFER)],
        "DRAW_DECK": ["draw from the deck"],
        "DRAW_MARKET": [f"draw the {ORDINALS[place]} card of the market" for place in range(MARKET)],
        "DRAW_TICKETS": ["draw tickets"],
        "PASS": ["pass"],
    }


def _keep(places: list[int]) -> str:
    if not places:
        return "keep no ticket"
    *others, last = [ORDINALS[place] for place in places]
    together = f"{', '.join(others)} and {last}" if others else last
    return f"keep the {together} ticket"


def count_wilds(number: int) -> str:
    """`no wilds`, `1 wild`, `2 wilds`."""
    return f"{number or 'no'} wild{'' if number == 1 else 's'}"


def board_action_names(board: Board) -> dict[int, str]:
    """The name of every action that the board has."""
    names = names_of(board)
    return named_ranges(
        present_ranges(board, RANGES),
        {
            "CLAIM": [f"claim {route}" for route in names.routes],
            "STATION": [f"build a station in {place}" for place in names.places],
            "SHARE": [f"share {ticket}" for ticket in names.tickets],
            "PAY": [_pay(colour, wild) for colour in CARD_NAMES[:-1] for wild in range(LONGEST_COST)],
            "PAY_WILD": ["pay with wilds only"],
            "EXTRA": [f"pay the extra cards with {count_wilds(wild)}" for wild in range(TURNED + 1)],
            "REFUSE": ["take the cards back"],
            "SPLIT": [_split(number) for number in range(LONGEST_COST + 1)],
            "RACK_TICKET": [f"put the {place} ticket on the rack" for place in ORDINALS[:OFFER]],
            "PICK": [f"pick the {place} ticket" for place in ORDINALS[:OFFER]],
            "TO_HAND": ["put the card into the hand"],
            "TO_RACK": ["put the card on the rack"],
            "FESTIVAL": list(FESTIVAL_WORDS),
            "SHARE_STOP": ["share no second ticket"],
            **shared_words(),
        },
    )


def _pay(colour: str, wild: int) -> str:
    return f"pay with {colour} and {count_wilds(wild)}" if wild else f"pay with {colour} only"


def _split(number: int) -> str:
    return f"take {number or 'no'} card{'' if number == 1 else 's'} from the rack"
