"""Addresses of what the organiser decides about a published draw."""

from django.urls import path

from competition.decisions.views import conditions, placing, rulings, together

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
    path(f"{_desk}conditions/correct/", conditions.correct_conditions, name="correct-conditions"),
    path(f"{_desk}conditions/take-back/", conditions.take_back_conditions, name="take-back-conditions"),
    path(f"{_desk}confirm/", together.confirm, name="confirm"),
    path(f"{_desk}matches/<code:code>/rule/", rulings.rule, name="rule"),
    path(f"{_desk}matches/<code:code>/undo/", rulings.undo, name="undo"),
]
