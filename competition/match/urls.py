"""URLs for the match of a pair."""

from django.urls import path

from competition.match.views import arranging, correcting, match
from competition.pads.views import worker

_match = "<slug:competition>/<code:code>/"

link = [
    path("<str:key>/answer/", match.answer_by_link, name="answer"),
]

play = [
    path("", match.home, name="home"),
    path("sw.js", worker, name="worker"),
    path(_match, match.match, name="match"),
    path(f"{_match}card.json", match.news, name="card"),
    path(f"{_match}arrange/", arranging.arrange, name="arrange"),
    path(f"{_match}arrange/take/", arranging.take, name="take-date"),
    path(f"{_match}arrange/withdraw/", arranging.withdraw, name="withdraw-dates"),
    path(f"{_match}arrange/read/", arranging.read, name="read-dates"),
    path(f"{_match}arrange/cancel/", arranging.cancel_date, name="cancel"),
    path(f"{_match}away/", arranging.say_away, name="away"),
    path(f"{_match}start-over/", match.start_over, name="start-over"),
    path(f"{_match}open/", match.open_sheet, name="open"),
    path(f"{_match}deals/", match.record, name="record"),
    path(f"{_match}undo/", correcting.undo, name="undo"),
    path(f"{_match}deals/<number:number>/", correcting.deal, name="deal"),
    path(f"{_match}deals/<number:number>/honours/", correcting.honours, name="honours"),
    path(f"{_match}deals/<number:number>/insert/", correcting.insert_deal, name="insert-deal"),
    path(f"{_match}deals/<number:number>/delete/", correcting.delete_deal, name="delete-deal"),
    path(f"{_match}corrections/<number:change>/", correcting.correction, name="correction"),
    path(f"{_match}history/", match.history, name="history"),
    path(f"{_match}print/", match.print_sheet, name="print"),
    path(f"{_match}deals.pbn", match.pbn, name="pbn"),
    path(f"{_match}print/blank/", match.print_blank, name="print-blank"),
    path(f"{_match}concede/", match.concede, name="concede"),
    path(f"{_match}totals/", match.totals, name="totals"),
    path(f"{_match}submit/", match.submit, name="submit"),
    path(f"{_match}pass/", match.pass_phone, name="pass"),
    path(f"{_match}confirm/", match.confirm, name="confirm"),
    path(f"{_match}privacy/", match.privacy, name="privacy"),
    path(f"{_match}dispute/", match.dispute, name="dispute"),
    path(f"{_match}seen/", match.seen, name="seen"),
    path(f"{_match}withdraw/", match.withdraw_result, name="withdraw-result"),
]
