"""Data that a phone needs for scoring: deals as facts, and the tariff."""

from scoring.presenters.json_sheet import Json
from scoring.rules import tariff
from scoring.rules.deal import Deal

# Prices by the lower-case names in `scoring.rules.tariff`. Pairs of prices are (not vulnerable, vulnerable).
TARIFF: Json = {name.lower(): price for name, price in vars(tariff).items() if name.isupper()}


def facts(deal: Deal) -> Json:
    """Return a deal by the field names of its form."""
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
