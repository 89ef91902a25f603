"""Every address, in five lists by who it is for."""

from django.urls import path, register_converter

from competition.rules.layout import CODE
from competition.views import organiser as desk
from competition.views import pair as table
from competition.views import public as page


class CodeConverter:
    """A match code in an address, such as R2-M5."""

    regex = CODE

    def to_python(self, value: str) -> str:
        """The code as it stands."""
        return value

    to_url = to_python


register_converter(CodeConverter, "code")

public = [
    path("", page.home, name="home"),
    path("healthz", page.healthz, name="healthz"),
    path("favicon.ico", page.favicon, name="favicon"),
    path("archive/", page.archive, name="archive"),
    path("archive.csv", page.archive_csv, name="archive-csv"),
    path("archive.json", page.archive_json, name="archive-json"),
    path("players/", page.players, name="players"),
    path("players/<slug:player>/", page.player, name="player"),
    path("players/<slug:one>/v/<slug:other>/", page.head_to_head, name="head-to-head"),
    path("players/<slug:one>/<slug:partner>/v/<slug:other>/<slug:others>/", page.head_to_head, name="head-to-head"),
    path("<slug:competition>/", page.draw, name="draw"),
    path("<slug:competition>/live/", page.live, name="live"),
    path("<slug:competition>/embed/", page.embed, name="embed"),
    path("<slug:competition>/draw.json", page.draw_json, name="draw-json"),
    path("<slug:competition>/draw.csv", page.csv, name="draw-csv"),
    path("<slug:competition>/draw.svg", page.svg, name="draw-svg"),
    path("<slug:competition>/feed.atom", page.atom, name="feed"),
    path("<slug:competition>/calendar.ics", page.ics, name="calendar"),
    path("<slug:competition>/conditions/", page.conditions, name="conditions"),
    path("<slug:competition>/record/", page.record, name="record"),
    path("<slug:competition>/reveal/", page.reveal, name="reveal"),
    path("<slug:competition>/record/record.json", page.record_json, name="record-json"),
    path("<slug:competition>/record/committed.txt", page.committed, name="committed"),
    path("<slug:competition>/pairs/<int:number>/", page.pair, name="pair"),
    path("<slug:competition>/pairs/<int:number>/calendar.ics", page.pair_ics, name="pair-calendar"),
    path("<slug:competition>/matches/", page.matches, name="matches"),
    path("<slug:competition>/matches/<code:code>/", page.match, name="match"),
    path("<slug:competition>/matches/<code:code>/live/", page.match_live, name="match-live"),
    path("<slug:competition>/matches/<code:code>.pbn", page.match_pbn, name="match-pbn"),
    path("<slug:competition>/matches/<code:code>/print/", page.match_print, name="match-print"),
    path("<slug:competition>/matches/<code:code>.json", page.match_json, name="match-json"),
    path("<slug:competition>/matches/<code:code>.svg", page.match_svg, name="match-svg"),
    path("<slug:competition>/matches/<code:code>.csv", page.match_csv, name="match-csv"),
]

entry = [
    path("<slug:competition>/enter/", page.enter, name="enter"),
    path("<slug:competition>/enter/<slug:reference>/", page.entered, name="sent"),
]

link = [
    path("", table.code, name="code"),
    path("<str:key>/", table.link, name="open"),
]

_table = "<slug:competition>/<code:code>/"
pair = [
    path("", table.home, name="home"),
    path("sw.js", table.worker, name="worker"),
    path("sign-out/", table.sign_out, name="sign-out"),
    path(_table, table.match, name="match"),
    path(f"{_table}live/", table.live, name="live"),
    path(f"{_table}arrange/", table.arrange, name="arrange"),
    path(f"{_table}start-over/", table.start_over, name="start-over"),
    path(f"{_table}open/", table.open_sheet, name="open"),
    path(f"{_table}deals/", table.record, name="record"),
    path(f"{_table}deals/preview/", table.preview, name="preview"),
    path(f"{_table}deals/<int:number>/", table.deal, name="deal"),
    path(f"{_table}deals/<int:number>/honours/", table.honours, name="honours"),
    path(f"{_table}deals/<int:number>/insert/", table.insert_deal, name="insert-deal"),
    path(f"{_table}deals/<int:number>/delete/", table.delete_deal, name="delete-deal"),
    path(f"{_table}amendments/<int:amendment>/", table.amendment, name="amendment"),
    path(f"{_table}history/", table.history, name="history"),
    path(f"{_table}paper/", table.paper, name="paper"),
    path(f"{_table}points/", table.points, name="points"),
    path(f"{_table}points/send/", table.send_points, name="send-points"),
    path(f"{_table}own-sheet/", table.own_sheet, name="own-sheet"),
    path(f"{_table}compare/", table.compare, name="compare"),
    path(f"{_table}print/", table.print_sheet, name="print"),
    path(f"{_table}deals.pbn", table.pbn, name="pbn"),
    path(f"{_table}print/blank/", table.print_blank, name="print-blank"),
    path(f"{_table}concede/", table.concede, name="concede"),
    path(f"{_table}totals/", table.totals, name="totals"),
    path(f"{_table}submit/", table.submit, name="submit"),
    path(f"{_table}confirm/", table.confirm, name="confirm"),
    path(f"{_table}privacy/", table.privacy, name="privacy"),
    path(f"{_table}dispute/", table.dispute, name="dispute"),
    path(f"{_table}take-back/", table.take_back_result, name="take-back"),
]

_desk = "<slug:competition>/"
organiser = [
    path("", desk.home, name="home"),
    path("sign-in/", desk.sign_in, name="sign-in"),
    path("sign-out/", desk.sign_out, name="sign-out"),
    path("password/", desk.password, name="password"),
    path("welcome/<str:invitation>/", desk.welcome, name="welcome"),
    path("new/", desk.new, name="new"),
    path(_desk, desk.competition, name="competition"),
    path(f"{_desk}conditions/", desk.conditions, name="conditions"),
    path(f"{_desk}pairs/", desk.pairs, name="pairs"),
    path(f"{_desk}pairs/new/", desk.new_pair, name="new-pair"),
    path(f"{_desk}pairs/import/", desk.import_pairs, name="import"),
    path(f"{_desk}pairs/forget-contacts/", desk.forget_contacts, name="forget-contacts"),
    path(f"{_desk}pairs/<int:number>/", desk.pair, name="pair"),
    path(f"{_desk}pairs/<int:number>/remove/", desk.remove_pair, name="remove-pair"),
    path(f"{_desk}pairs/<int:number>/substitute/", desk.substitute, name="substitute"),
    path(f"{_desk}pairs/<int:number>/withdraw/", desk.withdraw_pair, name="withdraw-pair"),
    path(f"{_desk}pairs/<int:number>/bring-back/", desk.bring_back_pair, name="bring-back-pair"),
    path(f"{_desk}pairs/<int:number>/link/", desk.pair_link, name="pair-link"),
    path(f"{_desk}applications/<slug:reference>/", desk.application, name="application"),
    path(f"{_desk}attendance/", desk.attendance, name="attendance"),
    path(f"{_desk}attendance/<int:number>/", desk.tick_pair, name="tick"),
    path(f"{_desk}letters/", desk.letters, name="letters"),
    path(f"{_desk}letters/renew/", desk.renew_links, name="renew-links"),
    path(f"{_desk}clubs/", desk.clubs, {"kind": "club"}, name="clubs"),
    path(f"{_desk}areas/", desk.clubs, {"kind": "area"}, name="areas"),
    path(f"{_desk}rehearsal/", desk.rehearsal, name="rehearsal"),
    path(f"{_desk}draw/", desk.draw, name="draw"),
    path(f"{_desk}draw/commit/", desk.commit, name="commit"),
    path(f"{_desk}draw/swap/", desk.swap, name="swap"),
    path(f"{_desk}draw/reveal/", desk.reveal, name="reveal"),
    path(f"{_desk}draw/publish/", desk.publish, name="publish"),
    path(f"{_desk}extend/", desk.extend, name="extend"),
    path(f"{_desk}extend/take-back/", desk.take_back_extension, name="take-back-extension"),
    path(f"{_desk}confirm/", desk.confirm, name="confirm"),
    path(f"{_desk}remind/", desk.remind, name="remind"),
    path(f"{_desk}matches/<code:code>/", desk.match, name="match"),
    path(f"{_desk}matches/<code:code>/print/blank/", desk.print_blank, name="print-blank"),
    path(f"{_desk}matches/<code:code>/rule/", desk.rule, name="rule"),
    path(f"{_desk}matches/<code:code>/key-in/", desk.key_in, name="key-in"),
    path(f"{_desk}matches/<code:code>/key-in/points/", desk.key_points, name="key-points"),
    path(f"{_desk}matches/<code:code>/key-in/totals/", desk.key_totals, name="key-totals"),
    path(f"{_desk}matches/<code:code>/undo/", desk.undo, name="undo"),
    path(f"{_desk}matches/<code:code>/compare/", desk.compare, name="compare"),
    path(f"{_desk}log/", desk.log, name="log"),
    path(f"{_desk}organisers/", desk.organisers, name="organisers"),
    path(f"{_desk}organisers/invite/", desk.invite, name="invite"),
    path(f"{_desk}organisers/<int:deputy>/", desk.invitation, name="invitation"),
    path(f"{_desk}organisers/<int:deputy>/remove/", desk.dismiss, name="dismiss"),
    path(f"{_desk}organisers/<int:deputy>/password/", desk.renew_password, name="renew-password"),
    path(f"{_desk}organisers/<int:deputy>/hand-over/", desk.hand_over, name="hand-over"),
]
