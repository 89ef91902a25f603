"""Independent second scorers for each game, with prices from the printed tables.

They do not use the package. A deal is None if it was passed in, otherwise a tuple of declarer's letter, contract
("3NTX"), tricks and honours (side and points, or None). Rubbers use the second scorer for matches.
"""

import csv
from pathlib import Path

from tests.scoring.rules.second_scorer import BELOW, INSULT, LIGHT, MULTIPLE, OVERTRICK, SLAM

PRINTED = Path(__file__).parents[3] / "fixtures" / "duplicate_scores.csv"
KINDS = {"C": "minor", "D": "minor", "H": "major", "S": "major", "NT": "NT"}


def split(contract):
    """Return level, strain and crosses of a contract."""
    strain = contract[1:].rstrip("X")
    return int(contract[0]), strain, contract[1 + len(strain) :]


def duplicate(deals):
    """Return the points of North-South on each deal from the printed table.

    Each deal comes with its vulnerable sides.
    """
    with PRINTED.open(newline="") as file:
        table = {tuple(row[:3]): [int(value) for value in row[3:]] for row in list(csv.reader(file))[1:]}
    scores = []
    for deal, vulnerable in deals:
        if deal is None:
            scores.append(0)
            continue
        declarer, contract, tricks, _ = deal
        level, strain, crosses = split(contract)
        side = "ns" if declarer in "NS" else "ew"
        column = len(crosses) + (3 if side in vulnerable else 0)
        if tricks >= level + 6:
            points = table[str(level), KINDS[strain], str(tricks - 6)][column]
        else:
            points = -table["defeated", "", str(level + 6 - tricks)][column]
        scores.append(points if side == "ns" else -points)
    return scores


def chicago(deals, first):
    """Return points below and above the line by side for each deal. No deal is passed in."""
    rows, part = [], {"ns": 0, "ew": 0}
    for index, (declarer, contract, tricks, honours) in enumerate(deals):
        if index % 4 == 0:
            part = {"ns": 0, "ew": 0}
        dealer = "NESW"[("NESW".index(first) + index) % 4]
        us, them = ("ns", "ew") if declarer in "NS" else ("ew", "ns")
        vulnerable = index % 4 == 3 or (index % 4 in (1, 2) and (dealer in "NS") == (us == "ns"))
        row = {"ns": [0, 0], "ew": [0, 0]}
        level, strain, crosses = split(contract)
        if honours:
            row[honours[0]][1] += honours[1]
        if tricks < level + 6:
            row[them][1] += LIGHT[crosses][vulnerable][level + 6 - tricks - 1]
        else:
            worth = BELOW[strain][level - 1] * MULTIPLE[crosses]
            part[us] += worth
            row[us][0] = worth
            row[us][1] += (tricks - level - 6) * OVERTRICK[strain][crosses][vulnerable] + INSULT[crosses]
            row[us][1] += SLAM[level][vulnerable] if level > 5 else 0
            if part[us] > 99:
                part = {"ns": 0, "ew": 0}
                row[us][1] += 500 if vulnerable else 300
            elif index % 4 == 3:
                row[us][1] += 100
        rows.append(row)
    return rows


def nullos(deals):
    """Return each player's points by deal, then the Law 80 credits. The players are D and O."""
    rows, games, part = [], {"D": 0, "O": 0}, {"D": 0, "O": 0}
    for deal in deals:
        row = {"D": 0, "O": 0}
        rows.append(row)
        if deal is None:
            continue
        me, contract, tricks, _ = deal
        you = "O" if me == "D" else "D"
        level, strain, crosses = split(contract)
        if strain == "N0":
            strain, tricks = "S", sum(1 for trick in range(13) if trick >= tricks)
        vulnerable = games[me]
        if tricks < level + 6:
            row[you] += LIGHT[crosses][vulnerable][level + 6 - tricks - 1]
            continue
        worth = BELOW[strain][level - 1] * MULTIPLE[crosses]
        row[me] += worth + INSULT[crosses] + (tricks - level - 6) * OVERTRICK[strain][crosses][vulnerable]
        row[me] += SLAM[level][vulnerable] if level > 5 else 0
        part[me] += worth
        if part[me] >= 100:
            part = {"D": 0, "O": 0}
            games[me] += 1
            if games[me] == 2:
                row[me] += 700 if games[you] == 0 else 500
                games = {"D": 0, "O": 0}
    credits = {"D": 0, "O": 0}
    for me, you in ("DO", "OD"):
        credits[me] = (300 if games[me] > games[you] else 0) + (100 if part[me] and not part[you] else 0)
    return rows, credits


def singles(deals):
    """Return every rubber that has a deal, with its games, points above the line, winner, ending and solo points."""
    rubbers = []
    for deal in deals:
        if not rubbers or rubbers[-1]["how"]:
            rubbers.append(_new_rubber("ABC"[len(rubbers) % 3]))
        if deal is not None:
            _play(rubbers[-1], *deal[:3])
    return [{name: value for name, value in rubber.items() if name in SHOWN} for rubber in rubbers]


SHOWN = ("games", "above", "how", "winner", "points")


def _new_rubber(mate):
    return {
        "games": [0, 0],
        "above": [0, 0],
        "how": None,
        "winner": None,
        "points": dict.fromkeys("SABC", 0),
        "pairs": ["S" + mate, "ABC".replace(mate, "")],
        "part": [0, 0],
        "slams": [],
    }


def _play(rubber, declarer, contract, tricks):
    level, strain, crosses = split(contract)
    games, above = rubber["games"], rubber["above"]
    us = 0 if declarer in rubber["pairs"][0] else 1
    vulnerable = games[us]
    if tricks < level + 6:
        above[us] -= LIGHT[crosses][vulnerable][level + 6 - tricks - 1]
    else:
        plain = BELOW[strain][level - 1]
        above[us] += INSULT[crosses] + (tricks - level - 6) * OVERTRICK[strain][crosses][vulnerable]
        above[us] += plain * MULTIPLE[crosses] - plain
        if level > 5:
            above[us] += SLAM[level][vulnerable]
            rubber["slams"].append((us, level))
        rubber["part"][us] += plain * MULTIPLE[crosses]
        if rubber["part"][us] >= 100:
            rubber["part"] = [0, 0]
            games[us] += 1
    _end(rubber, us)


def _end(rubber, us):
    """Set the ending of a rubber. Check doors last, because they take precedence over a second game."""
    if rubber["games"][us] == 2:
        rubber["how"], rubber["winner"] = f"2-{rubber['games'][1 - us]}", us
    if rubber["above"][us] >= 1001:
        rubber["how"], rubber["winner"] = "front door", us
    if rubber["above"][us] <= -1001:
        rubber["how"], rubber["winner"] = "back door", 1 - us
    if rubber["how"]:
        for player in rubber["pairs"][rubber["winner"]]:
            rubber["points"][player] += {"2-0": 4, "2-1": 2}.get(rubber["how"], 6)
        for side, level in rubber["slams"]:
            for player in rubber["pairs"][side]:
                rubber["points"][player] += {6: 1, 7: 3}[level] + (4 if side == rubber["winner"] else 0)
