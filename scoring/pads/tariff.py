"""Every price that the Laws of rubber bridge do not know, once, beside the paper it comes from.

What the Laws do know is priced by `scoring.rules.tariff`. A pair of prices is (not vulnerable, vulnerable).
"""

# Duplicate Bridge Scoring, contained in every value of its table; Chicago pays the same for a game.
GAME = (300, 500)
PART_SCORE = 50

# Chicago: a part-score made on the last deal of a chukker leads to no game any more.
LAST_PART_SCORE = 100

# Singles Scoring System, "Scoring the Rubbers": points above the line of which one more, or one less, ends a rubber.
FRONT_DOOR = 1000
BACK_DOOR = -1000

# Singles Scoring System, "The Solo Scoring System": points for each player of a side.
RUBBER_2_1 = 2
RUBBER_2_0 = 4
RUBBER_BY_A_DOOR = 6
# By the level of the slam: (in a rubber not won, in a rubber won).
SLAM = {6: (1, 5), 7: (3, 7)}
