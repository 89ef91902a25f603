"""URLs of the organiser's decisions."""

from django.urls import path

from competition.rulings.views import cancelling, corrections, placing, results, together

_desk = "<slug:competition>/"

desk = [
    path(f"{_desk}pairs/<number:number>/withdraw/", placing.withdraw_pair, name="withdraw-pair"),
    path(f"{_desk}pairs/<number:number>/bring-back/", placing.bring_back_pair, name="bring-back-pair"),
    path(f"{_desk}late/", placing.late, name="late-pairs"),
    path(f"{_desk}late/<number:placing>/take-back/", placing.take_back_placing, name="take-back-placing"),
    path(f"{_desk}pairs/<number:number>/into-the-draw/", placing.place_pair, name="place-pair"),
    path(f"{_desk}pairs/<number:number>/entered-twice/", placing.entered_twice, name="entered-twice"),
    path(f"{_desk}dates/", together.dates, name="dates"),
    path(f"{_desk}extend/", together.extend, name="extend"),
    path(f"{_desk}extend/take-back/", together.take_back_extension, name="take-back-extension"),
    path(f"{_desk}conditions/correct/", together.correct_conditions, name="correct-conditions"),
    path(f"{_desk}conditions/take-back/", together.take_back_conditions, name="take-back-conditions"),
    path(f"{_desk}confirm/", together.confirm, name="confirm"),
    path(f"{_desk}matches/<code:code>/rule/", results.rule, name="rule"),
    path(f"{_desk}matches/<code:code>/undo/", results.undo, name="undo"),
    path(f"{_desk}pairs/<number:number>/spelling/", corrections.respell, name="respell"),
    path(f"{_desk}spelling/<number:respelling>/take-back/", corrections.take_back_spelling, name="take-back-spelling"),
    path(f"{_desk}particulars/", corrections.particulars, name="particulars"),
    path(
        f"{_desk}particulars/<number:correction>/take-back/",
        corrections.take_back_particulars,
        name="take-back-particulars",
    ),
    path(f"{_desk}draw/take-back/", cancelling.take_back_draw, name="take-back-draw"),
    path(f"{_desk}cancel/", cancelling.cancel, name="cancel"),
    path(f"{_desk}play-on/", cancelling.play_on, name="play-on"),
    path(f"{_desk}delete/", cancelling.delete, name="delete"),
    path(f"{_desk}redact/", corrections.redact, name="redact"),
]
