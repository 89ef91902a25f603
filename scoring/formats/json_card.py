"""What a phone needs to score by itself: the deals as facts, the tariff that prices them."""

from scoring.formats.json_sheet import Json
from scoring.rules import tariff
from scoring.rules.deal import Deal

# By the names of the prices in the rules, in small letters; pairs of prices are (not vulnerable, vulnerable).
TARIFF: Json = {name.lower(): price for name, price in vars(tariff).items() if name.isupper()}


def facts(deal: Deal) -> Json:
    """A deal under the names of its form’s fields."""
    contract, honours = deal.contract, deal.honours
    if contract is None:
        return {"passed_in": True}
    return {
        "declarer": deal.declarer,
        "level": contract.level,
        "denomination": contract.denomination,
        "doubling": contract.doubling.value,
        "tricks": deal.tricks,
        "honours": f"{honours.side}-{honours.points}" if honours else "",
    }
