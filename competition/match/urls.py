"""URLs for the match of a pair."""

from django.urls import path

from competition.match.views import arranging, correcting, match, pass_phone, result, sheet
from competition.social.views import worker

_match = "<slug:competition>/<code:code>/"

link = [
    path("<str:key>/answer/", pass_phone.answer_by_link, name="answer"),
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
    path(f"{_match}start-over/", sheet.start_over, name="start-over"),
    path(f"{_match}open/", sheet.open_sheet, name="open"),
    path(f"{_match}deals/", sheet.record, name="record"),
    path(f"{_match}undo/", correcting.undo, name="undo"),
    path(f"{_match}deals/<number:number>/", correcting.deal, name="deal"),
    path(f"{_match}deals/<number:number>/honours/", correcting.honours, name="honours"),
    path(f"{_match}deals/<number:number>/insert/", correcting.insert_deal, name="insert-deal"),
    path(f"{_match}deals/<number:number>/delete/", correcting.delete_deal, name="delete-deal"),
    path(f"{_match}corrections/<number:change>/", correcting.correction, name="correction"),
    path(f"{_match}history/", match.history, name="history"),
    path(f"{_match}print/", sheet.print_sheet, name="print"),
    path(f"{_match}deals.pbn", sheet.pbn, name="pbn"),
    path(f"{_match}print/blank/", sheet.print_blank, name="print-blank"),
    path(f"{_match}concede/", result.concede, name="concede"),
    path(f"{_match}totals/", result.totals, name="totals"),
    path(f"{_match}submit/", result.submit, name="submit"),
    path(f"{_match}pass/", pass_phone.pass_phone, name="pass"),
    path(f"{_match}confirm/", result.confirm, name="confirm"),
    path(f"{_match}privacy/", match.privacy, name="privacy"),
    path(f"{_match}dispute/", result.dispute, name="dispute"),
    path(f"{_match}seen/", result.seen, name="seen"),
    path(f"{_match}withdraw/", result.withdraw_result, name="withdraw-result"),
]
