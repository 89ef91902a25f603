"""Tests for late entries, replacements and duplicate pairs in a published draw."""

import html

import pytest

from competition.audit.actions import DecisionReason
from competition.draw.models.rounds import PlaceChange
from competition.draw.queries.attempts import places_of
from competition.draw.queries.places import awarded_byes, can_be_replaced, first_code, free_byes, place_of
from competition.draw.rules import lot
from competition.draw.rules.result import Stage
from competition.entries.actions import pairs as actions
from competition.entries.models import Pair
from competition.management.commands.check_integrity import differences
from competition.public.presenters import draw_json
from competition.rulings.decisions.pairs import PlacePair, UndoPlacing
from competition.rulings.presenters.records import placing_sentence
from competition.rulings.rules import AwardedBye
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.desk_reading import desk
from tests.competition.worlds import send_in

WHY = DecisionReason("Their letter was lost.", "It was my fault.")


@pytest.fixture
def competition():
    """Return a draw of six pairs in eight places, so that two pairs have a bye."""
    return stories.published(6)


def without_version(competition) -> dict:
    told = draw_json.as_dict(stories.now(competition))
    told["competition"].pop("version"), told.pop("as_of")
    return told


def byes(competition) -> list[str]:
    draw = stories.now(competition)
    return [first_code(draw, index) for index in free_byes(draw)]


def test_a_late_entry_takes_a_random_bye(competition):
    late, before = stories.enter_late(competition), byes(competition)
    with_bye = [pair.number for pair in free_byes(stories.now(competition)).values()]

    stories.put_in(late, grounds=WHY)

    row, draw = PlaceChange.objects.get(), stories.now(competition)
    [code] = [code for code in before if draw.matches[code].stage is Stage.READY]
    meets = next(pair for pair in draw.matches[code].pairs if pair != late)
    assert row.lot.split()[1:] == [str(number) for number in (late.number, *with_bye)]
    assert with_bye[int(lot.checksum(row.lot), 16) % 2] == meets.number
    assert (row.reason, row.note, row.decided_by) == (*WHY.columns().values(), competition.organisers.get())
    assert byes(competition) == [other for other in before if other != code]


def with_awarded_bye(pairs: int, *numbers: int):
    """Return a published draw in which the organiser awarded byes to these pairs, and a late pair."""
    competition = stories.entered(pairs)
    competition.pairs.filter(number__in=numbers).update(given_bye=True)
    stories.publish(competition)
    return competition, stories.enter_late(competition)


def test_an_awarded_bye_is_never_picked_at_random():
    competition, late = with_awarded_bye(6, 1)
    draw = stories.now(competition)
    [free] = free_byes(draw).values()
    [awarded] = awarded_byes(draw).values()
    assert (awarded.number, free.number != 1) == (1, True)

    stories.put_in(late)

    assert PlaceChange.objects.get().lot.split()[1:] == [str(late.number), str(free.number)]
    assert [pair.number for pair in awarded_byes(stories.now(competition)).values()] == [1]


def test_a_late_pair_gets_no_random_bye_if_all_are_awarded():
    _, late = with_awarded_bye(6, 1, 2)

    with pytest.raises(Refused, match="There is no bye that can be picked at random."):
        stories.put_in(late)


def test_an_awarded_bye_must_be_taken_by_name(organiser):
    competition, late = with_awarded_bye(6, 1, 2)
    holder = competition.pairs.get(number=1)

    stories.decide(PlacePair, competition, late.number, AwardedBye(1), grounds=WHY)

    draw, row = stories.now(competition), PlaceChange.objects.get()
    code = first_code(draw, place_of(draw, row))
    assert {*draw.matches[code].pairs} == {holder, late}
    told = f"entered late, in place of the bye that was awarded to pair 1, {holder}."
    assert placing_sentence(draw, row) == f"Pair {late.number}, {late}, {told}"
    assert f"at the bye that was awarded to pair 1, {holder}" in competition.log.filter(event="placed")[0].text
    other = stories.enter_late(competition, "Uma Late", "Vic Late")
    with pytest.raises(Refused, match="This bye is no longer free"):
        stories.preview(PlacePair, competition, other.number, AwardedBye(1))
    stories.undo_placing(competition)
    assert {pair.number for pair in awarded_byes(stories.now(competition)).values()} == {1, 2}


def test_the_form_names_the_pair_whose_bye_was_awarded(at_desk):
    competition, late = with_awarded_bye(6, 1)
    holder = competition.pairs.get(number=1)

    page = at_desk(competition).get(desk("place-pair", competition, late.number)).content.decode()

    assert f"In place of the bye that you awarded to pair 1, {holder}" in html.unescape(page)


def test_a_late_entry_does_not_change_the_drawn_places(competition):
    draw = competition.draws.get()
    drawn = places_of(draw)

    stories.put_in(stories.enter_late(competition))

    assert tuple(draw.places.values_list("pair__number", flat=True)) == drawn == places_of(draw)
    assert differences() == []


def test_a_bye_cannot_be_taken_once_its_next_match_has_begun(competition):
    for code in ("R1-M1", "R1-M2", "R1-M3", "R1-M4"):
        if stories.now(competition).matches[code].is_open:
            stories.settle(competition, code)
    assert len(byes(competition)) == 2

    for state in stories.now(competition).rounds[1].matches:
        stories.settle(competition, state.code)

    with pytest.raises(Refused, match="There is no bye that can be picked at random"):
        stories.put_in(stories.enter_late(competition))


def test_a_late_entry_replaces_a_withdrawn_pair(competition):
    late, gone = stories.enter_late(competition), upper(competition, played_match(competition))
    stories.withdraw(gone)

    stories.put_in(late, instead_of=gone.number)

    state = stories.now(competition).matches[played_match(competition)]
    assert (state.pairs[0], state.stage) == (late, Stage.READY)
    assert PlaceChange.objects.get().instead_of == gone
    assert competition.log.get(event="placed").detail["pair"] == late.number


def test_no_pair_takes_a_place_once_the_next_match_has_begun(competition):
    code = played_match(competition)
    gone = upper(competition, code)
    stories.withdraw(gone)
    following = stories.now(competition).matches[code].feeds
    for state in stories.now(competition).rounds[0].matches:
        if state.is_open:
            stories.settle(competition, state.code)
    stories.settle(competition, following)

    with pytest.raises(Refused, match="No pair can join match .*, because .* follows it and has begun."):
        stories.put_in(stories.enter_late(competition), instead_of=gone.number)


def test_removing_a_duplicate_pair_gives_a_bye_until_undone(competition):
    code = played_match(competition)
    gone, stays = stories.now(competition).matches[code].pairs
    before = without_version(competition)

    stories.take_out(gone)

    draw = stories.now(competition)
    assert (draw.matches[code].stage, draw.matches[code].pairs) == (Stage.BYE, (stays,))
    assert gone.number not in draw.pairs
    stories.undo_placing(competition)
    assert without_version(competition) == before


def test_removing_a_pair_cannot_leave_two_byes_in_one_match(competition):
    code = byes(competition)[0]

    with pytest.raises(Refused, match="These opponents would both have a bye. Put a late entry in this place instead."):
        stories.take_out(upper(competition, code))


def test_neither_pair_of_a_final_can_be_removed():
    competition = stories.published(2)

    with pytest.raises(Refused, match="You cannot remove this pair, because the draw would have no match left."):
        stories.take_out(upper(competition, "R1-M1"))


def test_undoing_a_late_entry_supersedes_its_results(competition):
    before, late = without_version(competition), stories.enter_late(competition)
    stories.put_in(late)
    [code] = stories.now(competition).codes_of(late)
    stories.settle(competition, code)

    stories.undo_placing(competition)

    told = stories.now(competition)
    assert (told.matches[code].stage, len(told.matches[code].set_aside)) == (Stage.BYE, 1)
    told = without_version(competition)
    [match] = [match for match in told["rounds"][0]["matches"] if match["code"] == code]
    match["set_aside"] = 0
    assert told == before


def test_only_the_last_change_of_a_place_can_be_undone(competition):
    first, second = stories.enter_late(competition), stories.enter_late(competition, "Cy Dove", "Di Eider")
    stories.put_in(first)
    stories.put_in(second, instead_of=first.number)
    earlier = PlaceChange.objects.first()

    with pytest.raises(Refused, match="Another pair has taken this place since. Undo that change first."):
        stories.preview(UndoPlacing, competition, content=earlier.pk)
    stories.undo_placing(competition)
    assert first.number in stories.now(competition).pairs


def test_undoing_one_place_change_keeps_a_later_one(competition):
    first, second = stories.enter_late(competition), stories.enter_late(competition, "Cy Dove", "Di Eider")
    stories.put_in(first)
    stories.put_in(second)
    stories.decide(UndoPlacing, competition, content=PlaceChange.objects.first().pk)

    assert {first.number, second.number} & {*stories.now(competition).pairs} == {second.number}


def test_a_pair_outside_the_draw_cannot_be_replaced(competition):
    late, other = stories.enter_late(competition), stories.enter_late(competition, "Cy Dove", "Di Eider")

    with pytest.raises(Refused, match=f"Pair {other.number} is not in the draw"):
        stories.preview(PlacePair, competition, late.number, other.number)


def test_a_withdrawn_pair_cannot_be_placed_in_the_draw(competition):
    gone = stories.now(competition).matches["R1-M2"].pairs[0]
    stories.withdraw(gone)

    with pytest.raises(Refused, match="This pair has withdrawn"):
        stories.preview(PlacePair, competition, gone.number)


def test_undoing_a_late_entry_closes_reports_against_it(competition):
    late = stories.enter_late(competition)
    stories.put_in(late)
    [code] = stories.now(competition).codes_of(late)
    send_in(competition, code)

    stories.undo_placing(competition)

    assert competition.log.get(event="interrupted").match == code


def test_only_pairs_that_have_not_played_can_be_replaced(competition):
    before = [pair.number for pair in can_be_replaced(stories.now(competition))]
    played = stories.now(competition).matches["R1-M2"].numbers
    send_in(competition, "R1-M2")

    assert before == sorted(stories.now(competition).pairs)
    after = {pair.number for pair in can_be_replaced(stories.now(competition))}
    assert {*before} - after == {*played}


def test_a_placement_sent_twice_is_stored_once(competition):
    late = stories.enter_late(competition)
    shown = stories.preview(PlacePair, competition, late.number).fingerprint

    for _ in range(2):
        stories.decide(PlacePair, competition, late.number, shown=shown)

    assert PlaceChange.objects.count() == 1


def test_a_late_pair_that_is_not_in_the_draw_can_be_removed(competition):
    never, once = stories.enter_late(competition), stories.enter_late(competition, "Cy Dove", "Di Eider")
    stories.put_in(once)
    by = stories.organiser_of(competition)

    actions.remove(never, fingerprint=Pair.objects.get(pk=never.pk).fingerprint, by=by)
    with pytest.raises(Refused, match="You cannot add or remove entries, because the draw is published."):
        actions.remove(once, fingerprint=Pair.objects.get(pk=once.pk).fingerprint, by=by)


def played_match(competition) -> str:
    """Return the code of a round 1 match between two pairs."""
    return next(state.code for state in stories.now(competition).rounds[0].matches if state.has_two_pairs)


def upper(competition, code) -> Pair:
    return stories.now(competition).matches[code].pairs[0]
