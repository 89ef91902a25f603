"""URLs for the pairs of a competition, below /play/."""

from django.urls import URLPattern, URLResolver, include, path

from competition.entries.views import pairs as entries
from competition.match.views import arranging, correcting, deals, device, match, paper
from competition.pads.views import worker

_MATCH = [
    path("", match.match, name="match"),
    path("card.json", match.news, name="card"),
    path("at-the-table/", match.table_rules, name="table-rules"),
    path("history/", match.history, name="history"),
    path("seen/", match.seen, name="seen"),
    path("privacy/", match.privacy, name="privacy"),
    # The date of the match.
    path("arrange/", arranging.arrange, name="arrange"),
    path("arrange/take/", arranging.accept, name="take-date"),
    path("arrange/withdraw/", arranging.withdraw, name="withdraw-dates"),
    path("arrange/read/", arranging.read, name="read-dates"),
    path("arrange/cancel/", arranging.cancel_date, name="cancel"),
    path("away/", arranging.say_away, name="away"),
    # The number of deals.
    path("number-of-deals/", deals.number_of_deals, name="number-of-deals"),
    path("number-of-deals/answer/", deals.answer_deals, name="answer-deals"),
    # The score sheet.
    path("open/", match.open_sheet, name="open"),
    path("seats/", match.seats, name="seats"),
    path("deals/", match.record, name="record"),
    path("undo/", correcting.undo, name="undo"),
    path("deals/<number:number>/", correcting.deal, name="deal"),
    path("deals/<number:number>/honours/", correcting.honours, name="honours"),
    path("deals/<number:number>/insert/", correcting.insert_deal, name="insert-deal"),
    path("deals/<number:number>/delete/", correcting.delete_deal, name="delete-deal"),
    path("corrections/<number:change>/", correcting.correction, name="correction"),
    path("deals.pbn", match.pbn, name="pbn"),
    path("pad/", match.pad, name="pad"),
    path("print/", match.print_sheet, name="print"),
    path("print/blank/", match.print_blank, name="print-blank"),
    # The score sheet on paper.
    path("paper/", paper.paper, name="paper"),
    path("points/", paper.points, name="points"),
    path("points/send/", paper.send_points, name="send-points"),
    path("own-sheet/", paper.own_sheet, name="own-sheet"),
    path("compare/", paper.compare, name="compare"),
    # The result.
    path("submit/", match.submit, name="submit"),
    path("totals/", match.totals, name="totals"),
    path("concede/", match.concede, name="concede"),
    path("pass/", match.pass_phone, name="pass"),
    path("confirm/", match.confirm, name="confirm"),
    path("dispute/", match.dispute, name="dispute"),
    path("object/", match.object_to_result, name="object"),
    path("withdraw/", match.withdraw_result, name="withdraw-result"),
]

play: list[URLPattern | URLResolver] = [
    path("", match.home, name="home"),
    path("sw.js", worker, name="worker"),
    path("on-this-phone/", device.on_this_phone, name="on-this-phone"),
    path("sign-out/", entries.sign_out, name="sign-out"),
    path("opened/", entries.seen, name="opened"),
    path("<slug:competition>/told/", entries.told, name="told"),
    path("<slug:competition>/reply-code/", entries.new_reply_code, name="reply-code"),
    path("<slug:competition>/<code:code>/", include(_MATCH)),
]
