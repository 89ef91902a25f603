"""Prices that the Laws of rubber bridge lack, with their papers.

`scoring.rules.tariff` holds the prices of the Laws. A pair of prices is (not vulnerable, vulnerable).
"""

# Duplicate Bridge Scoring includes these in every value of its table. Chicago pays the same for a game.
GAME = (300, 500)
PART_SCORE = 50

# Chicago pays this for a part-score made on the last deal of a chukker.
LAST_PART_SCORE = 100

# Limits of points above the line: a rubber ends when a side passes one (Singles Scoring System, "Scoring the Rubbers").
FRONT_DOOR = 1000
BACK_DOOR = -1000

# Points for each player of a side (Singles Scoring System, "The Solo Scoring System").
RUBBER_2_1 = 2
RUBBER_2_0 = 4
RUBBER_BY_A_DOOR = 6
# Prices by slam level: (rubber not won, rubber won).
SLAM = {6: (1, 5), 7: (3, 7)}
