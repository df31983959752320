"""Playing through the interface: what is offered is clicked, as a hasty person would."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

PLAY = """
async ([seconds, most, until]) => {
  let seed = 7;
  const chance = (n) => (seed = (seed * 16807) % 2147483647) % n;
  const shown = (e) => !e.disabled && e.offsetParent !== null;
  const all = (where, what) => [...where.querySelectorAll(what)].filter(shown);
  const one = (list) => list.length > 0 && (list[chance(list.length)].click(), true);
  const decide = (dialog) =>
    one(all(dialog, "[data-confirm]").slice(0, 1)) ||
    one(all(dialog, "[aria-pressed=false]")) ||
    one(all(dialog, "[data-refuse]"));
  const act = () => {
    // While a decision is on its way nothing is clicked, and no number drawn: the same game every time.
    if (!document.querySelector(".sentence.mine")) return false;
    const dialog = document.querySelector(".decision[role=dialog]");
    if (dialog) return decide(dialog);
    if (one(all(document, "[data-confirm]"))) return true;
    if (chance(40) === 0 && one(all(document, ".decks .deck:last-child"))) return true;
    if (one(all(document, "[data-claim], [data-place]"))) return true;
    if (one(all(document, ".market .card, .decks .deck:first-child"))) return true;
    return one(all(document, ".decks .deck"));
  };
  const end = Date.now() + seconds * 1000;
  let acts = 0;
  while (Date.now() < end && acts < most) {
    if (document.querySelector("#score-title")) return "over";
    if (until && document.body.textContent.includes(until)) return "there";
    if (act()) acts += 1;
    await new Promise((done) => setTimeout(done, 12));
  }
  return acts >= most ? "enough" : "late";
}
"""


DEAL = {"seed": "keys", "first": 0}
"""A fixed seed, so that tests find the same things on the board."""


def _dealt(route: Route) -> None:
    """Forward the request for a table with a fixed deal."""
    if route.request.method != "POST":
        return route.continue_()
    return route.continue_(post_data={**(route.request.post_data_json or {}), **DEAL})


def sit_down(page: Page, board: str) -> None:
    """Start a game with bots from the front page with one click and a fixed deal."""
    page.route("**/api/tables", _dealt)
    page.goto("/")
    page.locator(f"[data-board={board}]").click()
    expect(page.locator(".decision[role=dialog]")).to_be_visible()


HIDE_MAP = """
() => {
  const style = new CSSStyleSheet();
  style.replaceSync(".pane svg { display: none }");
  document.adoptedStyleSheets = [style];
}
"""


def without_map(page: Page) -> None:
    """Hide the map during whole games, because painting it takes most of the time."""
    page.evaluate(HIDE_MAP)


PIECES = {"berlin": {"tram": 5, "subway": 3}, "cardgame": None}
"""Options that make a complete game short; the Card Game has no pieces."""


def short_table(page: Page, board: str) -> None:
    """Create a short game against easy bots."""
    pieces = PIECES.get(board, {"train": 8})
    bots = [{"kind": "bot", "level": "easy"}] * (3 if board == "asia" else 1)
    plan = {
        "board": board,
        "seats": [{"kind": "me", "name": "Ada"}, *bots],
        "start": True,
        **DEAL,
    }
    page.goto("/")
    data = {**plan, "options": {"pieces": pieces} if pieces else {}}
    made = page.request.post("/api/tables", data=data, timeout=120_000)
    assert made.ok, made.text()
    page.goto(f"/table/{made.json()['table']['id']}")
    without_map(page)


def open_routes(page: Page) -> None:
    """Show the list of routes instead of the log."""
    page.evaluate("document.querySelector('.side-tabs button:nth-child(2)').click()")


def play(page: Page, acts: int = 100_000, seconds: int = 150, until: str = "") -> str:
    """Click what is offered.

    Returns `over` at the score sheet, `there` once the page says the words, `enough` after so many clicks,
    else `late`.
    """
    return str(page.evaluate(PLAY, [seconds, acts, until]))


def keep(page: Page, number: int) -> None:
    """Keep the first offered ticket and wait for my turn."""
    for ticket in range(number):
        page.locator(".decision .ticket").nth(ticket).click()
    page.locator(".decision [data-confirm]").click()
    expect(page.locator(".sentence.mine")).to_be_visible()


def draw_from_deck(page: Page) -> None:
    """Draw a card from the deck, and wait until it arrives and it is my turn again."""
    deck = page.locator("[data-spot=deck] strong")
    before = str(deck.text_content())
    page.keyboard.press("d")
    expect(deck).not_to_have_text(before)
    expect(page.locator(".sentence.mine")).to_be_visible()
