"""Generated deals for all games, as plain tuples for the second scorers."""

from hypothesis import strategies as st

SUITS = ("C", "D", "H", "S", "NT")


def deals(declarers: str, strains: tuple[str, ...] = SUITS, *, honours: bool = False, passed_in: bool = True):
    """Return a strategy for lists of up to thirty deals with these declarers."""
    played = played_deals(declarers, strains, honours)
    one = st.one_of(st.none(), *[played] * 9) if passed_in else played
    # By default, hypothesis makes most lists too short for a rubber of three games.
    return st.integers(0, 30).flatmap(lambda length: st.lists(one, min_size=length, max_size=length))


@st.composite
def played_deals(draw, declarers, strains=SUITS, with_honours=False):
    """Draw a deal that is usually near its contract, so that rubbers are won and slams made."""
    level = draw(st.integers(1, 7))
    strain = draw(st.sampled_from(strains))
    crosses = draw(st.sampled_from([*[""] * 6, "X", "XX"]))
    tricks = draw(st.one_of(*[st.integers(level + 5, min(13, level + 8))] * 4, st.integers(0, 13)))
    held = None
    if with_honours:
        worth = st.just(150) if strain == "NT" else st.sampled_from([100, 150])
        held = draw(st.none() | st.tuples(st.sampled_from(["ns", "ew"]), worth))
    # A contract to lose tricks must lose as many tricks as it would otherwise win.
    tricks = 13 - tricks if strain == "N0" else tricks
    return draw(st.sampled_from(declarers)), f"{level}{strain}{crosses}", tricks, held


def written(deal) -> str:
    """Return a plain deal in the notation of these tests."""
    if deal is None:
        return "pass"
    declarer, contract, tricks, held = deal
    honours = f" {held[0].upper()}:{held[1]}" if held else ""
    return f"{declarer} {contract} {tricks}{honours}"
