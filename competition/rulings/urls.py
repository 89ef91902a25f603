"""URLs of the organiser's decisions."""

from django.urls import URLPattern, path

from competition.rulings import views
from competition.rulings.decisions.competition import (
    Cancel,
    CorrectDetails,
    CorrectNames,
    PlayOn,
    TakeBackDetails,
    TakeBackDraw,
    TakeBackName,
)
from competition.rulings.decisions.decision import Decision
from competition.rulings.decisions.matches import Undo
from competition.rulings.decisions.pairs import BringBack, EnteredTwice, PlacePair, TakeBackPlacing, Withdraw
from competition.rulings.decisions.results import Confirm
from competition.rulings.decisions.rounds import (
    ChangeDates,
    CorrectConditions,
    Extend,
    TakeBackConditions,
    TakeBackExtension,
)


def _decision(address: str, kind: type[Decision], name: str) -> URLPattern:
    return path(f"<slug:competition>/{address}", views.decide, {"kind": kind}, name=name)


desk = [
    _decision("pairs/<number:number>/withdraw/", Withdraw, "withdraw-pair"),
    _decision("pairs/<number:number>/bring-back/", BringBack, "bring-back-pair"),
    path("<slug:competition>/late/", views.late, name="late-pairs"),
    _decision("late/<number:placing>/take-back/", TakeBackPlacing, "take-back-placing"),
    _decision("pairs/<number:number>/into-the-draw/", PlacePair, "place-pair"),
    _decision("pairs/<number:number>/entered-twice/", EnteredTwice, "entered-twice"),
    _decision("dates/", ChangeDates, "dates"),
    _decision("extend/", Extend, "extend"),
    _decision("extend/take-back/", TakeBackExtension, "take-back-extension"),
    _decision("conditions/correct/", CorrectConditions, "correct-conditions"),
    _decision("conditions/take-back/", TakeBackConditions, "take-back-conditions"),
    _decision("confirm/", Confirm, "confirm"),
    path("<slug:competition>/matches/<code:code>/rule/", views.rule, name="rule"),
    _decision("matches/<code:code>/undo/", Undo, "undo"),
    _decision("pairs/<number:number>/spelling/", CorrectNames, "respell"),
    _decision("spelling/<number:respelling>/take-back/", TakeBackName, "take-back-spelling"),
    _decision("particulars/", CorrectDetails, "particulars"),
    _decision("particulars/<number:correction>/take-back/", TakeBackDetails, "take-back-particulars"),
    _decision("draw/take-back/", TakeBackDraw, "take-back-draw"),
    _decision("cancel/", Cancel, "cancel"),
    _decision("play-on/", PlayOn, "play-on"),
    path("<slug:competition>/delete/", views.delete, name="delete"),
    path("<slug:competition>/redact/", views.redact, name="redact"),
]
