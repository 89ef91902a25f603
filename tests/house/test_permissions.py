"""Tests for the response to every kind of visitor at every address.

The table has a row for each address. Each of the seven visitors below requests it (GET), then submits an empty form
(POST). If all visitors would get the same response, only the pair of the match makes the request. `in` means a
redirect to the sign-in page. A GET request changes nothing except the log. A refused request (in, 403, 404, 405)
changes nothing.

  str  a stranger                                     org  the competition’s owner
  par  a pair of the match                            dep  a deputy, who may not create competitions
  riv  a pair of another match of the competition     oth  an organiser of another region
  els  a pair of another competition
"""

import re
from copy import copy

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import get_resolver, reverse

from competition.contest.access import invitation_key
from competition.contest.actions import invite
from competition.contest.models import Competition
from competition.contest.rules.names import slug_of
from competition.desk.access import first_run_path
from competition.draw.rules.result import ResultKind
from competition.entries.private_links import calendar_key, link_key
from competition.match.actions import pair_sheet
from competition.pads.actions import begin
from competition.pads.models import ScorePad
from competition.rulings.models import DetailsCorrection, NameCorrection, RulesChange
from scoring.pads.papers import PadGame
from scoring.rules.sides import Seat
from tests import stories
from tests.factories import OrganiserFactory
from tests.house.test_views_have_access_checks import addresses
from tests.made_once import once

pytestmark = pytest.mark.django_db
AUDIENCES = ("str", "par", "riv", "els", "org", "dep", "oth")
OWNER = AUDIENCES.index("org")
TURNED_AWAY = {"in", "403", "404", "405"}
# These pages log views of private links.
LOOKED_AT = {
    "/desk/<competition>/messages/<topic>/",
    "/desk/<competition>/letters/",
    "/desk/<competition>/pairs/<number>/link/",
}
NOTED = 'INSERT INTO "competition_logentry"'
# This page tries to write to the database, and rolls back.
ROLLED_BACK = "/healthz"
# A new address needs a row. The failing test shows its responses.
TABLE = """
/p/                                                     200 200 200 200 200 200 200   422 422 422 422 422 422 422
/p/lost/                                                200 200 200 200 200 200 200   422 422 422 422 422 422 422
/p/<key>/                                               200 200 200 200 200 200 200   302 302 302 302 302 302 302
/p/<key>/answer/                                        200 200 200 200 200 200 200   200 200 200 200 200 200 200
/p/<own>/calendar.ics                                   200 200 200 200 200 200 200   405 405 405 405 405 405 405
/play/                                                  302 200 200 200 302 302 302   302 200 200 200 302 302 302
/play/sw.js                                             200 200 200 200 200 200 200   405 405 405 405 405 405 405
/play/on-this-phone/                                    200 200 200 200 200 200 200   405 405 405 405 405 405 405
/play/sign-out/                                         200 200 200 200 200 200 200   302 302 302 302 302 302 302
/play/opened/                                           302 302 302 302 302 302 302   302 204 204 204 302 302 302
/play/<competition>/told/                               302 200 200 404 302 302 302   302 422 422 404 302 302 302
/play/<competition>/reply-code/                         302 302 302 404 302 302 302   302 302 302 404 302 302 302
/play/<competition>/<code>/                             404 200 404 404 404 404 404   404 200 404 404 404 404 404
/play/<competition>/<code>/card.json                     404 200 404 404 404 404 404   404 200 404 404 404 404 404
/play/<competition>/<code>/arrange/                     404 200 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/arrange/take/                404 302 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/arrange/withdraw/            404 302 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/arrange/read/                404 302 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/arrange/cancel/            404 302 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/away/                        404 200 404 404 404 404 404   404 302 404 404 404 404 404
/play/<competition>/<code>/number-of-deals/             404 302 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/number-of-deals/answer/      404 302 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/seats/                       404 200 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/object/                      404 302 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/open/                        404 302 404 404 404 404 404   404 302 404 404 404 404 404
/play/<competition>/<code>/deals/                       404 302 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/undo/                        404 302 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/deals/<number>/              404 200 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/deals/<number>/honours/      404 200 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/deals/<number>/insert/       404 200 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/deals/<number>/delete/       404 200 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/corrections/<change>/        404 200 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/at-the-table/                404 200 404 404 404 404 404   404 200 404 404 404 404 404
/play/<competition>/<code>/history/                     404 200 404 404 404 404 404   404 200 404 404 404 404 404
/play/<competition>/<code>/paper/                       404 200 404 404 404 404 404   404 200 404 404 404 404 404
/play/<competition>/<code>/points/                      404 302 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/points/send/                 404 302 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/own-sheet/                   404 302 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/compare/                     404 200 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/pad/                         404 200 404 404 404 404 404   404 200 404 404 404 404 404
/play/<competition>/<code>/print/                       404 200 404 404 404 404 404   404 200 404 404 404 404 404
/play/<competition>/<code>/deals.pbn                    404 200 404 404 404 404 404   404 200 404 404 404 404 404
/play/<competition>/<code>/print/blank/                 404 200 404 404 404 404 404   404 200 404 404 404 404 404
/play/<competition>/<code>/concede/                     404 200 404 404 404 404 404   404 302 404 404 404 404 404
/play/<competition>/<code>/totals/                      404 200 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/submit/                      404 302 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/pass/                          404 302 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/confirm/                     404 302 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/privacy/                     404 302 404 404 404 404 404   404 302 404 404 404 404 404
/play/<competition>/<code>/dispute/                     404 302 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/seen/                        404 302 404 404 404 404 404   404 422 404 404 404 404 404
/play/<competition>/<code>/withdraw/                    404 302 404 404 404 404 404   404 422 404 404 404 404 404
/pads/                                                  200 200 200 200 200 200 200   405 405 405 405 405 405 405
/pads/sw.js                                             200 200 200 200 200 200 200   405 405 405 405 405 405 405
/pads/new/<game>/                                       200 200 200 200 200 200 200   422 422 422 422 422 422 422
/pads/join/<secret>/                                    200 200 200 200 200 200 200   302 302 302 302 302 302 302
/pads/<pad>/                                        404 404 404 404 404 404 404   404 404 404 404 404 404 404
/pads/<pad>/card.json                               404 404 404 404 404 404 404   404 404 404 404 404 404 404
/pads/<pad>/deals/                                  404 404 404 404 404 404 404   404 404 404 404 404 404 404
/pads/<pad>/undo/                                   404 404 404 404 404 404 404   404 404 404 404 404 404 404
/pads/<pad>/deals/preview/                          404 404 404 404 404 404 404   404 404 404 404 404 404 404
/pads/<pad>/deals/<deal>/                           404 404 404 404 404 404 404   404 404 404 404 404 404 404
/pads/<pad>/deals/<deal>/delete/                    404 404 404 404 404 404 404   404 404 404 404 404 404 404
/pads/<pad>/players/                                404 404 404 404 404 404 404   404 404 404 404 404 404 404
/pads/<pad>/partners/                               404 404 404 404 404 404 404   404 404 404 404 404 404 404
/pads/<pad>/share/                                  404 404 404 404 404 404 404   404 404 404 404 404 404 404
/pads/<pad>/print/                                  404 404 404 404 404 404 404   404 404 404 404 404 404 404
/pads/<pad>/leave/                                  404 404 404 404 404 404 404   404 404 404 404 404 404 404
/tables/                                                200 200 200 200 200 200 200   405 405 405 405 405 405 405
/tables/duplicate/                                      200 200 200 200 200 200 200   405 405 405 405 405 405 405
/tables/rubber/                                         200 200 200 200 200 200 200   405 405 405 405 405 405 405
/guide/                                                 200 200 200 200 200 200 200   405 405 405 405 405 405 405
/guide/<book>/                                          200 200 200 200 200 200 200   405 405 405 405 405 405 405
/guide/<book>/<chapter>/                                200 200 200 200 200 200 200   405 405 405 405 405 405 405
/desk/                                                  in  in  in  in  200 200 200   in  in  in  in  405 405 405
/desk/site/                                             in  in  in  in  404 404 404   in  in  in  in  404 404 404
/desk/site/accounts/                                    in  in  in  in  404 404 404   in  in  in  in  404 404 404
/desk/site/name/                                        in  in  in  in  404 404 404   in  in  in  in  404 404 404
/desk/site/proxy/<token>/                               404 404 404 404 404 404 404   405 405 405 405 405 405 405
/desk/site/ready/                                       in  in  in  in  404 404 404   in  in  in  in  404 404 404
/desk/site/start/<token>/                               404 404 404 404 404 404 404   404 404 404 404 404 404 404
/desk/site/test-email/                                   in  in  in  in  404 404 404   in  in  in  in  404 404 404
/desk/sign-in/                                          200 200 200 200 302 302 302   422 422 422 422 302 302 302
/desk/sign-out/                                         405 405 405 405 405 405 405   302 302 302 302 302 302 302
/desk/sign-ins/                                         in  in  in  in  200 200 200   in  in  in  in  302 302 302
/desk/password/                                         in  in  in  in  200 200 200   in  in  in  in  422 422 422
/desk/password/again/                                   in  in  in  in  200 200 200   in  in  in  in  422 422 422
/desk/welcome/<invitation>/                             200 200 200 200 200 200 200   422 422 422 422 422 422 422
/desk/new/                                              in  in  in  in  200 403 200   in  in  in  in  405 403 405
/desk/new/running/                                      in  in  in  in  200 403 200   in  in  in  in  405 403 405
/desk/new/running/conditions/                           in  in  in  in  200 403 200   in  in  in  in  422 403 422
/desk/<competition>/adopt/                              in  in  in  in  302 302 404   in  in  in  in  405 405 404
/desk/<competition>/adopt/draw/                         in  in  in  in  302 302 404   in  in  in  in  302 302 404
/desk/<competition>/adopt/hat/                          in  in  in  in  302 302 404   in  in  in  in  302 302 404
/desk/<competition>/adopt/hat/byes/                     in  in  in  in  302 302 404   in  in  in  in  302 302 404
/desk/<competition>/adopt/hat/screen/                   in  in  in  in  302 302 404   in  in  in  in  405 405 404
/desk/<competition>/adopt/hat/screen/live/              in  in  in  in  204 204 404   in  in  in  in  405 405 404
/desk/<competition>/adopt/facts/                        in  in  in  in  302 302 404   in  in  in  in  302 302 404
/desk/<competition>/adopt/results/                      in  in  in  in  302 302 404   in  in  in  in  302 302 404
/desk/<competition>/adopt/dates/                        in  in  in  in  302 302 404   in  in  in  in  302 302 404
/desk/<competition>/adopt/publish/                      in  in  in  in  302 302 404   in  in  in  in  302 302 404
/desk/new/competition/                                  in  in  in  in  200 403 200   in  in  in  in  422 403 422
/desk/<competition>/                                    in  in  in  in  200 200 404   in  in  in  in  405 405 404
/desk/<competition>/conditions/                         in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/pairs/                              in  in  in  in  200 200 404   in  in  in  in  405 405 404
/desk/<competition>/pairs/new/                          in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/pairs/import/                       in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/pairs/forget-contacts/              in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/pairs/<number>/                     in  in  in  in  200 200 404   in  in  in  in  409 409 404
/desk/<competition>/pairs/<number>/away/                in  in  in  in  200 200 404   in  in  in  in  302 302 404
/desk/<competition>/pairs/<number>/remove/              in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/pairs/<number>/substitute/          in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/pairs/<number>/withdraw/            in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/pairs/<number>/bring-back/          in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/pairs/<number>/into-the-draw/       in  in  in  in  302 302 404   in  in  in  in  302 302 404
/desk/<competition>/pairs/<number>/into-the-plate/      in  in  in  in  302 302 404   in  in  in  in  302 302 404
/desk/<competition>/pairs/<number>/into-a-later-round/  in  in  in  in  302 302 404   in  in  in  in  302 302 404
/desk/<competition>/pairs/<number>/entered-twice/       in  in  in  in  409 409 404   in  in  in  in  409 409 404
/desk/<competition>/pairs/<number>/spelling/            in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/spelling/<respelling>/undo/    in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/details/                        in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/details/<correction>/undo/ in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/late/                               in  in  in  in  200 200 404   in  in  in  in  405 405 404
/desk/<competition>/late/<placing>/undo/           in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/pairs/<number>/link/                in  in  in  in  200 200 404   in  in  in  in  302 302 404
/desk/<competition>/applications/accept/                in  in  in  in  405 405 404   in  in  in  in  302 302 404
/desk/<competition>/applications/<reference>/           in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/attendance/                         in  in  in  in  200 200 404   in  in  in  in  405 405 404
/desk/<competition>/attendance/<number>/                in  in  in  in  405 405 404   in  in  in  in  302 302 404
/desk/password/lost/                                    200 200 200 200 200 200 200   422 422 422 422 422 422 422
/desk/password/lost/<key>/                              404 404 404 404 404 404 404   404 404 404 404 404 404 404
/desk/<competition>/messages/                           in  in  in  in  200 200 404   in  in  in  in  405 405 404
/desk/<competition>/messages/try-again/                 in  in  in  in  405 405 404   in  in  in  in  302 302 404
/desk/<competition>/messages/<topic>/                   in  in  in  in  200 200 404   in  in  in  in  405 405 404
/desk/<competition>/messages/<topic>/wording/           in  in  in  in  200 200 404   in  in  in  in  302 302 404
/desk/<competition>/messages/<topic>/tell/              in  in  in  in  405 405 404   in  in  in  in  302 302 404
/desk/<competition>/messages/<topic>/correct/           in  in  in  in  405 405 404   in  in  in  in  302 302 404
/desk/<competition>/letters/                            in  in  in  in  200 200 404   in  in  in  in  405 405 404
/desk/<competition>/letters/merge/                      in  in  in  in  405 405 404   in  in  in  in  200 200 404
/desk/<competition>/letters/renew/                      in  in  in  in  200 200 404   in  in  in  in  302 302 404
/desk/<competition>/clubs/                              in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/areas/                              in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/rehearsal/                          in  in  in  in  200 200 404   in  in  in  in  405 405 404
/desk/<competition>/draw/                               in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/draw/lock/                          in  in  in  in  405 405 404   in  in  in  in  302 302 404
/desk/<competition>/draw/swap/                          in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/draw/reveal/                        in  in  in  in  200 200 404   in  in  in  in  405 405 404
/desk/<competition>/draw/undo/                     in  in  in  in  409 409 404   in  in  in  in  409 409 404
/desk/<competition>/cancel/                             in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/play-on/                            in  in  in  in  302 302 404   in  in  in  in  302 302 404
/desk/<competition>/delete/                             in  in  in  in  200 404 404   in  in  in  in  422 404 404
/desk/<competition>/start-from/                         in  in  in  in  200 403 404   in  in  in  in  422 403 404
/desk/new/file/                                         in  in  in  in  200 403 200   in  in  in  in  422 403 422
/desk/<competition>/file/                               in  in  in  in  200 200 404   in  in  in  in  200 200 404
/desk/<competition>/past-winners/                       in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/past-winners/<past>/                in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/past-winners/<past>/remove/         in  in  in  in  200 200 404   in  in  in  in  302 302 404
/desk/<competition>/draw/publish/                       in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/dates/                              in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/extend/                             in  in  in  in  200 200 404   in  in  in  in  200 200 404
/desk/<competition>/extend/undo/                   in  in  in  in  200 200 404   in  in  in  in  200 200 404
/desk/<competition>/rules/                              in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/rules/add/                          in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/rules/<part>/                       in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/rules/changes/<rules_change>/undo/  in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/day/                                in  in  in  in  200 200 404   in  in  in  in  200 200 404
/desk/<competition>/rounds/                             in  in  in  in  404 404 404   in  in  in  in  405 405 404
/desk/<competition>/rounds/<round>/                     in  in  in  in  405 405 404   in  in  in  in  404 404 404
/desk/<competition>/rounds/undo/<round_draw>/           in  in  in  in  404 404 404   in  in  in  in  404 404 404
/desk/<competition>/today/                              in  in  in  in  404 404 404   in  in  in  in  405 405 404
/desk/<competition>/today/live/                         in  in  in  in  404 404 404   in  in  in  in  405 405 404
/desk/<competition>/today/<round>/                      in  in  in  in  405 405 404   in  in  in  in  404 404 404
/desk/<competition>/day/undo/                           in  in  in  in  200 200 404   in  in  in  in  200 200 404
/desk/<competition>/conditions/correct/                 in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/conditions/undo/               in  in  in  in  404 404 404   in  in  in  in  404 404 404
/desk/<competition>/confirm/                            in  in  in  in  200 200 404   in  in  in  in  200 200 404
/desk/<competition>/more/                               in in  in  in  200 200 404   in  in  in  in  405 405 404
/desk/<competition>/matches/                            in in  in  in  200 200 404   in  in  in  in  405 405 404
/desk/<competition>/matches/<code>/                     in  in  in  in  200 200 404   in  in  in  in  405 405 404
/desk/<competition>/matches/<code>/told/                 in  in  in  in  405 405 404   in  in  in  in  302 302 404
/desk/<competition>/matches/<code>/print/blank/         in  in  in  in  200 200 404   in  in  in  in  405 405 404
/desk/<competition>/matches/<code>/overdue/             in  in  in  in  200 200 404   in  in  in  in  405 405 404
/desk/<competition>/matches/<code>/dispute/             in  in  in  in  302 302 404   in  in  in  in  405 405 404
/desk/<competition>/matches/<code>/correct/             in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/matches/<code>/rule/                in  in  in  in  302 302 404   in  in  in  in  422 422 404
/desk/<competition>/results/                            in  in  in  in  200 200 404   in  in  in  in  405 405 404
/desk/<competition>/results/by-phone/                    in  in  in  in  200 200 404   in  in  in  in  405 405 404
/desk/<competition>/results/<round>/                    in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/matches/<code>/type-in/              in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/matches/<code>/type-in/deals/        in  in  in  in  200 200 404   in  in  in  in  200 200 404
/desk/<competition>/matches/<code>/type-in/points/       in  in  in  in  200 200 404   in  in  in  in  200 200 404
/desk/<competition>/matches/<code>/undo/                in  in  in  in  409 409 404   in  in  in  in  409 409 404
/desk/<competition>/matches/<code>/substitute/<number>/ in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/matches/<code>/substitute/<number>/undo/ in  in  in  in  409 409 404   in  in  in  in  409 409 404
/desk/<competition>/matches/<code>/deals/               in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/matches/<code>/deals/undo/          in  in  in  in  409 409 404   in  in  in  in  409 409 404
/desk/<competition>/matches/<code>/home/                in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/matches/<code>/home/undo/           in  in  in  in  409 409 404   in  in  in  in  409 409 404
/desk/<competition>/matches/<code>/penalty/             in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/matches/<code>/penalty/undo/        in  in  in  in  409 409 404   in  in  in  in  409 409 404
/desk/<competition>/matches/<code>/compare/             in  in  in  in  200 200 404   in  in  in  in  405 405 404
/desk/<competition>/remove-name/                        in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/redact/                             in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/log/                                in  in  in  in  200 200 404   in  in  in  in  405 405 404
/desk/<competition>/organisers/                         in  in  in  in  200 200 404   in  in  in  in  405 405 404
/desk/<competition>/organisers/you/                     in  in  in  in  200 200 404   in  in  in  in  422 422 404
/desk/<competition>/organisers/invite/                  in  in  in  in  200 404 404   in  in  in  in  422 404 404
/desk/<competition>/organisers/<deputy>/                in  in  in  in  200 404 404   in  in  in  in  405 404 404
/desk/<competition>/organisers/<deputy>/remove/         in  in  in  in  200 404 404   in  in  in  in  302 404 404
/desk/<competition>/organisers/<deputy>/password/       in  in  in  in  200 404 404   in  in  in  in  302 404 404
/desk/<competition>/organisers/<deputy>/hand-over/      in  in  in  in  200 404 404   in  in  in  in  422 404 404
/<competition>/enter/                                   200 200 200 200 200 200 200   422 422 422 422 422 422 422
/<competition>/enter/<key>/                             404 404 404 404 404 404 404   404 404 404 404 404 404 404
/<competition>/enter/<reference>/                       200 200 200 200 200 200 200   405 405 405 405 405 405 405
/                                                       200 200 200 200 200 200 200   405 405 405 405 405 405 405
/healthz                                                200 200 200 200 200 200 200   405 405 405 405 405 405 405
/favicon.ico                                            302 302 302 302 302 302 302   405 405 405 405 405 405 405
/site.webmanifest                                       200 200 200 200 200 200 200   405 405 405 405 405 405 405
/robots.txt                                             200 200 200 200 200 200 200   405 405 405 405 405 405 405
/sitemap.xml                                            200 200 200 200 200 200 200   405 405 405 405 405 405 405
/.well-known/security.txt                               200 200 200 200 200 200 200   405 405 405 405 405 405 405
/.well-known/change-password                            302 302 302 302 302 302 302   405 405 405 405 405 405 405
/archive/                                               200 200 200 200 200 200 200   405 405 405 405 405 405 405
/archive/live/                                          200 200 200 200 200 200 200   405 405 405 405 405 405 405
/archive.csv                                            200 200 200 200 200 200 200   405 405 405 405 405 405 405
/archive.json                                           200 200 200 200 200 200 200   405 405 405 405 405 405 405
/players/                                               200 200 200 200 200 200 200   405 405 405 405 405 405 405
/players/<player>/                                      200 200 200 200 200 200 200   405 405 405 405 405 405 405
/players/<one>/<partner>/calendar.ics                   302 302 302 302 302 302 302   405 405 405 405 405 405 405
/players/<one>/<partner>/feed.atom                      302 302 302 302 302 302 302   405 405 405 405 405 405 405
/players/<one>/v/<other>/                               200 200 200 200 200 200 200   405 405 405 405 405 405 405
/players/<one>/<partner>/v/<other>/<others>/            200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/honours/                                 200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/honours.csv                              200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/                                         200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/live/                                    200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/embed/                                   200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/screen/                                  404 404 404 404 404 404 404   405 405 405 405 405 405 405
/<competition>/screen/live/                             404 404 404 404 404 404 404   405 405 405 405 405 405 405
/<competition>/draw.json                                200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/draw.csv                                 200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/draw.png                                 200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/draw.svg                                 200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/feed.atom                                200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/calendar.ics                             200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/conditions/                              200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/plate/                                   404 404 404 404 404 404 404   405 405 405 405 405 405 405
/<competition>/plate/live/                              404 404 404 404 404 404 404   405 405 405 405 405 405 405
/<competition>/record/                                  200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/reveal/                                  200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/record/record.json                       200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/record/locked-list.txt                   200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/pairs/<number>/                          200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/pairs/<number>/feed.atom                 200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/pairs/<number>/seasons.atom              200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/pairs/<number>/calendar.ics              200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/pairs/<number>/seasons.ics               200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/matches/                                 200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/matches/<code>/                          200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/matches/<code>/live/                     200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/matches/<code>.pbn                       200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/matches/<code>/pad/                      200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/matches/<code>/print/                    200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/matches/<code>.json                      200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/matches/<code>.png                       200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/matches/<code>.svg                       200 200 200 200 200 200 200   405 405 405 405 405 405 405
/<competition>/matches/<code>.csv                       200 200 200 200 200 200 200   405 405 405 405 405 405 405
"""


@pytest.fixture
@once
def competition():
    """Return a competition with data for every address, such as a match in play, a finished match and a deputy."""
    competition = stories.published(4)
    stories.put_in(stories.enter_late(competition), stories.now(competition).matches["R1-M2"].numbers[0])
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("3NT", 9), stories.deal("2H", 8), stories.deal("4S", 10))
    stories.correct_deal(stories.table(lower.pair, "R1-M1"), number=1, deal=stories.deal("3NT", 10))
    pair_sheet.type_in_own(stories.table(lower.pair, "R1-M1"), deals={1: stories.deal("3NT", 10)})
    stories.settle(competition, "R1-M2", kind=ResultKind.PLAYED, totals=(900, 500))
    stories.respell(upper.pair, "Ada Northe")
    stories.correct_details(competition, name="Lakes Knockout")
    stories.change_rules(competition, None, "Entry fee", "The fee is $20.")
    stories.waiting(competition)
    invite(competition, name="Erin Vale", by=stories.organiser_of(competition))
    stories.add_past_season(competition)
    begin(game=PadGame.NULLOS, names={Seat.N: "Ada", Seat.E: "Ben"}, first_dealer=Seat.N)
    return competition


def browser(competition: Competition, audience: str) -> Client:
    """Return a browser in which one of the seven visitors is signed in."""
    client, now = Client(), stories.now(competition)
    pairs = {
        "par": now.matches["R1-M1"].pairs[0],
        "riv": now.matches["R1-M2"].pairs[0],
        "els": stories.published(2).pairs.first(),
    }
    if audience in pairs:
        client.post(reverse("link:open", args=[link_key(pairs[audience])]))
    elif audience != "str":
        user = competition.owner if audience == "org" else OrganiserFactory(creates=audience != "dep")
        if audience == "dep":
            competition.organisers.add(user)
        client.force_login(user)
    return client


def examples(competition: Competition) -> dict[str, object]:
    """Return an existing value for each parameter in an address."""
    now = stories.now(competition)
    upper, deputy = now.matches["R1-M1"].pairs[0], competition.organisers.get(first_name="Erin Vale")
    two_pairs = [player.name for pair in now.matches["R1-M2"].pairs for player in pair.players.all()]
    pad = ScorePad.objects.get()
    people = dict(zip(("one", "partner", "other", "others"), two_pairs, strict=True)) | {"player": two_pairs[0]}
    return {name: slug_of(person, competition.region) for name, person in people.items()} | {
        "competition": competition.slug,
        "code": "R1-M1",
        "number": upper.number,
        "round": 1,
        "placing": now.placings[0].pk,
        "round_draw": 1,
        "respelling": NameCorrection.objects.get().pk,
        "part": 1,
        "rules_change": RulesChange.objects.get().pk,
        "correction": DetailsCorrection.objects.get().pk,
        "change": stories.table(upper, "R1-M1").opened.corrections[0].pk,
        "key": link_key(upper),
        "own": calendar_key(upper),
        "topic": "draw",
        "reference": stories.applications(competition).get().reference,
        "deputy": deputy.pk,
        "past": competition.past_seasons.get().pk,
        "invitation": invitation_key(deputy),
        "game": "singles",
        "pad": pad.pk,
        "secret": pad.key,
        "deal": 1,
        "book": "pair",
        "chapter": "record",
        "token": first_run_path().split("/")[-2],
    }


def answer(client: Client, method: str, address: str) -> tuple[str, list[str]]:
    """Return the response to a request and the SQL statements that it ran. Undo its changes."""
    written: list[str] = []

    def watch(execute, sql, *rest):
        if not sql.lstrip("(").startswith(("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK")):
            written.append(sql)
        return execute(sql, *rest)

    client.cookies, cookies = copy(client.cookies), client.cookies
    with transaction.atomic(), connection.execute_wrapper(watch):
        response = client.generic(method, address, content_type="application/x-www-form-urlencoded")
        transaction.set_rollback(True)
    client.cookies = cookies
    asked = response.headers.get("Location", "").startswith(reverse("desk:sign-in"))
    return ("in" if asked else str(response.status_code)), written


def site() -> list[str]:
    """Return every address on the site, in the notation of the table."""
    return [re.sub(r"<\w+:(\w+)>", r"<\1>", pattern) for pattern, _ in addresses(get_resolver())]


def table() -> dict[str, list[str]]:
    """Return the expected responses at every address."""
    return {address: answers for address, *answers in map(str.split, TABLE.strip().splitlines())}


def differs(answers: list[str]) -> bool:
    """Return True if the visitors do not all get the same response."""
    return len({*answers[: len(AUDIENCES)]}) > 1 or len({*answers[len(AUDIENCES) :]}) > 1


def test_the_table_lists_every_address():
    assert sorted(table()) == sorted(site())


# tests/competition/desk/views/test_queries.py requests every page of the desk on PostgreSQL.
ON_POSTGRES = {"par": pytest.mark.database}


@pytest.mark.parametrize("audience", [pytest.param(name, marks=ON_POSTGRES.get(name, ())) for name in AUDIENCES])
def test_every_visitor_gets_the_expected_response(competition, audience, settings, monkeypatch):
    # Each page's own tests validate its HTML. test_png.py draws the pictures.
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.startswith("tests.")]
    monkeypatch.setattr("resvg_py.svg_to_bytes", lambda **how: b"")
    client, parts, column = browser(competition, audience), examples(competition), AUDIENCES.index(audience)
    for pattern, row in table().items():
        # One visitor is enough for pages that are the same for everybody.
        if audience != "par" and not differs(row):
            continue
        address = re.sub(r"<(\w+)>", lambda part: str(parts[part[1]]), pattern)
        own, owners = row[column :: len(AUDIENCES)], row[OWNER :: len(AUDIENCES)]
        expected = dict(zip(("GET", "POST"), own, strict=True))
        if audience == "dep" and own == owners and expected["GET"] != "405":
            # The same access check protects both methods.
            del expected["POST"]
        for method, said in expected.items():
            got, written = answer(client, method, address)
            written = [sql for sql in written if not (pattern in LOOKED_AT and sql.startswith(NOTED))]
            written = [] if pattern == ROLLED_BACK else written

            assert got == said, (audience, method, pattern)
            assert written == [] or (method == "POST" and said not in TURNED_AWAY), (audience, method, pattern)
