"""An organiser's visits in a season of 37 pairs, with everything that can happen in one."""

from datetime import date

from tests.benchmarks.season_desk import BOUNCES, OPENING_DAY, PLAY_BY, WITHOUT_EMAIL, Season
from tests.clock import BEGINS


def play(season: Season) -> None:
    """Play the season from its creation to its end."""
    before_the_draw(season)
    before_round_1(season)
    opening_day(season)
    rounds_1_and_2(season)
    later_rounds(season)
    end(season)


def before_the_draw(season: Season) -> None:
    """Create the competition, enter the pairs, publish the draw and announce it."""
    step = season.organiser.step
    season.visit(BEGINS.date())
    with step("create the competition"):
        season.create()
    with step("enter 36 pairs"):
        season.enter()
    season.visit(date(2026, 12, 6))
    with step("draw and publish"):
        season.publish()
    season.boxes.refused[BOUNCES] = "550 5.1.1 There is no such user"
    season.boxes.is_down = True
    with step("tell the draw, mail server down"):
        season.tell()
        season.organiser.menu("Desk")
    season.boxes.is_down = False
    season.visit(date(2026, 12, 6), hour=12)


def before_round_1(season: Season) -> None:
    """Correct an address, and change the pairs before anything is played."""
    step = season.organiser.step
    season.visit(date(2026, 12, 7))
    with step("a bounced invitation"):
        season.correct_address()
    season.visit(date(2026, 12, 9))
    with step("a late pair"):
        season.add_late_pair()
        season.tell()
    attending = [state for state in season.to_play(1) if all(pair.attending for pair in state.pairs)]
    season.visit(date(2026, 12, 16))
    with step("a withdrawal before round 1"):
        season.withdraw(attending[-1].numbers[0])
        season.tell()
    season.visit(date(2026, 12, 20))
    with step("a substitute"):
        season.substitute(attending[0].numbers[0])
        season.tell()


def opening_day(season: Season) -> None:
    """Tick the pairs that attend, and enter the results from paper."""
    step = season.organiser.step
    season.visit(OPENING_DAY, hour=9)
    states = [state for state in season.to_play(1) if all(pair.attending for pair in state.pairs)][:5]
    with step("opening day: arrivals"):
        season.tick_arrivals(states)
    season.visit(OPENING_DAY, hour=16)
    with step("opening day: results on paper"):
        season.enter_results(states)
        season.organiser.menu("Desk")
        season.tell()


def rounds_1_and_2(season: Season) -> None:
    """Play the rest of round 1, and round 2 with a dispute, a ruling, an extension, a walkover and a correction."""
    step = season.organiser.step
    *reported, by_phone = season.to_play(1)
    for state in reported:
        season.report(state)
    season.visit(date(2027, 1, 25))
    with step("a result by phone"):
        season.enter_result_by_phone(by_phone)
        season.organiser.menu("Desk")
        season.tell()
    season.answer()
    # A pair without an email address comes first, for the ruling.
    states = sorted(season.to_play(2), key=lambda state: not {*WITHOUT_EMAIL} & {*state.numbers})
    ruled, disputed, extended, walked_over, *others = states
    for state in others:
        season.report(state)
    season.visit(date(2027, 2, 10))
    with step("round 2: tell new matches"):
        season.tell()
    season.report(disputed, "Deal 3 went two light.")
    season.visit(date(2027, 2, 15))
    with step("reminders"):
        season.tell()
    with step("a dispute"):
        season.settle_dispute(disputed)
        season.tell()
    season.visit(date(2027, 2, 20))
    with step("a ruling, pair without email"):
        season.rule(ruled, "ruling", "They came two hours late.", winner=ruled.numbers[1])
        season.tell()
    season.visit(date(2027, 3, 2))
    with step("an extension"):
        season.extend(extended)
        season.tell()
    season.visit(date(2027, 3, 4))
    with step("a walkover"):
        season.give_walkover(walked_over)
        season.tell()
    season.report(extended)
    corrected, following = next(
        (state, following) for state in others if (following := season.draw.matches[state.feeds]).is_open
    )
    season.report(following)
    season.visit(date(2027, 3, 10))
    with step("a correction after the winner played on"):
        upper, lower = (1900, 2500)
        season.rule(corrected, "played", "The sums were wrong.", total_upper=upper, total_lower=lower)
        season.tell()


def later_rounds(season: Season) -> None:
    """Play round 3 to the final. The pairs report every result, and the organiser announces the new matches."""
    for number, day in enumerate(PLAY_BY[2:], start=3):
        season.play_until(number)
        season.visit(day)
        with season.organiser.step(f"round {number}: tell new matches"):
            season.tell()


def end(season: Season) -> None:
    """Announce the end of the season and delete the contact details."""
    assert season.draw.champion
    season.visit(date(2027, 7, 1))
    with season.organiser.step("the end: tell everybody"):
        season.tell()
    with season.organiser.step("the end: delete contact details"):
        season.delete_contacts()
