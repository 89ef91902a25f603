"""Numbers, contracts and results in words, such as "ten deals" or "six spades doubled"."""

from scoring.rules.contract import Contract, Doubling
from scoring.rules.deal import Deal

_ONES = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
# Ordinals that are not formed by adding "th".
_PLACES = {1: "first", 2: "second", 3: "third", 5: "fifth", 8: "eighth", 9: "ninth", 12: "twelfth"}


def number(count: int) -> str:
    """Return a number below 100 in words, such as "no", "one" or "twenty-two"."""
    if count < 20:
        return (*_ONES, *_TEENS)[count]
    tens, ones = _TENS[count // 10 - 2], count % 10
    return f"{tens}-{_ONES[ones]}" if ones else tens


def few(count: int, most: int = 12) -> str:
    """Return a number in words up to `most`, and in figures above it, such as "nine" or "13"."""
    return number(count) if count <= most else str(count)


def quantity(count: int, one: str, many: str = "") -> str:
    """Return a quantity in figures, such as "1 day", "30 deals" or "2 matches"."""
    return f"{count} {one if count == 1 else many or f'{one}s'}"


def times(count: int) -> str:
    """Return a number of times: once, twice, 3 times."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def counted(count: int, thing: str) -> str:
    """Return a quantity in words, such as "one deal" or "ten deals"."""
    return f"{number(count)} {thing}{'s' * (count != 1)}"


def ordinal(count: int) -> str:
    """Return an ordinal, such as "first" or "twelfth", and "13th" from 13 on."""
    return _PLACES.get(count) or f"{few(count)}th"


def bid(contract: Contract) -> str:
    """Return the contract in words, such as "three no-trump" or "six spades doubled"."""
    doubled = "" if contract.doubling is Doubling.UNDOUBLED else f" {contract.doubling.word}"
    name = contract.denomination.word
    return f"{number(contract.level)} {name.rstrip('s') if contract.level == 1 else name}{doubled}"


def fared(deal: Deal) -> str:
    """Return the result in words, such as "made", "made with two overtricks" or "three light"."""
    if deal.over < 0:
        return f"{number(-deal.over)} light"
    if deal.over == 0:
        return "made"
    return "made with an overtrick" if deal.over == 1 else f"made with {number(deal.over)} overtricks"
