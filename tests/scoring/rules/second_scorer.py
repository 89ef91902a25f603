"""An independent second scorer with totals only, from tables of the printed score card.

It does not use the rules package. A deal is None if it was passed in, otherwise a tuple of declarer's letter, contract
("3NTX"), tricks and honours (side and points, or None).
"""

BELOW = {
    "C": [20, 40, 60, 80, 100, 120, 140],
    "D": [20, 40, 60, 80, 100, 120, 140],
    "H": [30, 60, 90, 120, 150, 180, 210],
    "S": [30, 60, 90, 120, 150, 180, 210],
    "NT": [40, 70, 100, 130, 160, 190, 220],
}
OVERTRICK = {
    "C": {"": (20, 20), "X": (100, 200), "XX": (200, 400)},
    "D": {"": (20, 20), "X": (100, 200), "XX": (200, 400)},
    "H": {"": (30, 30), "X": (100, 200), "XX": (200, 400)},
    "S": {"": (30, 30), "X": (100, 200), "XX": (200, 400)},
    "NT": {"": (30, 30), "X": (100, 200), "XX": (200, 400)},
}
LIGHT = {
    "": (
        [50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600, 650],
        [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300],
    ),
    "X": (
        [100, 300, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500],
        [200, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500, 3800],
    ),
    "XX": (
        [200, 600, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000],
        [400, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000, 7600],
    ),
}
SLAM = {6: (500, 750), 7: (1000, 1500)}
MULTIPLE = {"": 1, "X": 2, "XX": 4}
INSULT = {"": 0, "X": 50, "XX": 100}
SIDE_OF = {"N": "ns", "S": "ns", "E": "ew", "W": "ew"}
OTHER = {"ns": "ew", "ew": "ns"}


def score_match(deals, *, length=30, extra=2, fresh=False, only_part_score=100):
    """Return totals, cumulative scores and standing as dictionaries. The deals must not continue after the end."""
    points = {"ns": 0, "ew": 0}
    banked = []
    games, parts = _new_rubber()
    rows, rubbers, start = [], [], 1
    due, winner = length, None
    for number, deal in enumerate(deals, start=1):
        vulnerable = [side for side in ("ns", "ew") if games[side] == 1]
        score = {"ns": 0, "ew": 0}
        finished = _play(deal, games, parts, score)
        for side in points:
            points[side] += score[side]
        rows.append({"score": score, "cumulative": dict(points), "vulnerable": vulnerable})
        if finished:
            rubbers.append((start, number, dict(games), True))
            games, parts = _new_rubber()
            start = number + 1
        if number == due:
            credits = _law_80(games, parts, only_part_score)
            ns, ew = (points[s] + credits[s] + sum(stage[s] for stage in banked) for s in ("ns", "ew"))
            if ns != ew:
                winner = "ns" if ns > ew else "ew"
                break
            due += extra
            if fresh:
                banked.append(credits)
                if start <= number:
                    rubbers.append((start, number, dict(games), False))
                games, parts = _new_rubber()
                start = number + 1
    if start <= len(rows):
        rubbers.append((start, len(rows), dict(games), False))
    credits = _law_80(games, parts, only_part_score)
    left = due - len(rows)
    tied = winner is None and len(rows) >= length and left == extra
    return {
        "rows": rows,
        "rubbers": rubbers,
        "credits": credits,
        "banked": banked,
        "total": {s: points[s] + credits[s] + sum(stage[s] for stage in banked) for s in points},
        "standing": "decided" if winner else "tied" if tied else "in play",
        "deals_left": left,
        "winner": winner,
    }


def _new_rubber():
    return {"ns": 0, "ew": 0}, {"ns": 0, "ew": 0}


def _play(deal, games, parts, score):
    """Add one deal to these dictionaries. Return True if it ends the rubber."""
    if deal is None:
        return False
    declarer, contract, tricks, honours = deal
    us = SIDE_OF[declarer]
    them = OTHER[us]
    if honours:
        score[honours[0]] += honours[1]
    level, rest = int(contract[0]), contract[1:]
    strain = rest.rstrip("X")
    crosses = rest[len(strain) :]
    column = 1 if games[us] else 0
    missing = level + 6 - tricks
    if missing > 0:
        score[them] += LIGHT[crosses][column][missing - 1]
        return False
    trick_points = BELOW[strain][level - 1] * MULTIPLE[crosses]
    score[us] += trick_points + INSULT[crosses] - missing * OVERTRICK[strain][crosses][column]
    if level >= 6:
        score[us] += SLAM[level][column]
    parts[us] += trick_points
    if parts[us] < 100:
        return False
    parts["ns"] = parts["ew"] = 0
    games[us] += 1
    if games[us] < 2:
        return False
    score[us] += 500 if games[them] else 700
    return True


def _law_80(games, parts, only_part_score):
    credits = {"ns": 0, "ew": 0}
    for side in ("ns", "ew"):
        if games[side] and not games[OTHER[side]]:
            credits[side] += 300
        if parts[side] and not parts[OTHER[side]]:
            credits[side] += only_part_score
    return credits
