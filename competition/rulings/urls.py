"""URLs of the organiser's decisions."""

from django.urls import URLPattern, path

from competition.rulings import views
from competition.rulings.decisions.competition import (
    Cancel,
    CorrectDetails,
    CorrectNames,
    PlayOn,
    UndoDetails,
    UndoDraw,
    UndoName,
)
from competition.rulings.decisions.decision import Decision
from competition.rulings.decisions.matches import Undo
from competition.rulings.decisions.pairs import BringBack, EnteredTwice, PlacePair, UndoPlacing, Withdraw
from competition.rulings.decisions.results import Confirm
from competition.rulings.decisions.rounds import (
    ChangeDates,
    CorrectConditions,
    Extend,
    UndoConditions,
    UndoExtension,
)


def _decision(address: str, kind: type[Decision], name: str) -> URLPattern:
    return path(f"<slug:competition>/{address}", views.decide, {"kind": kind}, name=name)


desk = [
    _decision("pairs/<number:number>/withdraw/", Withdraw, "withdraw-pair"),
    _decision("pairs/<number:number>/bring-back/", BringBack, "bring-back-pair"),
    path("<slug:competition>/late/", views.late, name="late-pairs"),
    _decision("late/<number:placing>/undo/", UndoPlacing, "undo-placing"),
    _decision("pairs/<number:number>/into-the-draw/", PlacePair, "place-pair"),
    _decision("pairs/<number:number>/entered-twice/", EnteredTwice, "entered-twice"),
    _decision("dates/", ChangeDates, "dates"),
    _decision("extend/", Extend, "extend"),
    _decision("extend/undo/", UndoExtension, "undo-extension"),
    _decision("conditions/correct/", CorrectConditions, "correct-conditions"),
    _decision("conditions/undo/", UndoConditions, "undo-conditions"),
    _decision("confirm/", Confirm, "confirm"),
    path("<slug:competition>/matches/<code:code>/rule/", views.rule, name="rule"),
    _decision("matches/<code:code>/undo/", Undo, "undo"),
    _decision("pairs/<number:number>/spelling/", CorrectNames, "respell"),
    _decision("spelling/<number:respelling>/undo/", UndoName, "undo-spelling"),
    _decision("details/", CorrectDetails, "details"),
    _decision("details/<number:correction>/undo/", UndoDetails, "undo-details"),
    _decision("draw/undo/", UndoDraw, "undo-draw"),
    _decision("cancel/", Cancel, "cancel"),
    _decision("play-on/", PlayOn, "play-on"),
    path("<slug:competition>/delete/", views.delete, name="delete"),
    path("<slug:competition>/redact/", views.redact, name="redact"),
]
