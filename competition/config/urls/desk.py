"""URLs for the organisers of competitions and the owner of the site, below /desk/."""

from django.urls import URLPattern, URLResolver, include, path

from competition.accounts import views as accounts
from competition.archive.views import past_seasons
from competition.contest import views as contest
from competition.desk.views import creating, later_rounds, one_day, site
from competition.desk.views import desk as desk_pages
from competition.draw import views as draw
from competition.entries.views import applications
from competition.entries.views import pairs as entries
from competition.match.views import by_phone, disputes, overdue, paper
from competition.notifications import views as notifications
from competition.rulings import views as rulings
from competition.rulings.decisions import (
    competition,
    corrected_deals,
    days,
    deals,
    home_pairs,
    joining,
    matches,
    pairs,
    penalties,
    results,
    round_draws,
    rounds,
    rulebook,
    stand_ins,
)
from competition.rulings.decisions.decision import Decision
from competition.transfer import views as transfer


def _decision(address: str, kind: type[Decision], name: str) -> URLPattern:
    view = rulings.decide_after_password if kind.asks_password else rulings.decide
    return path(address, view, {"kind": kind}, name=name)


_SITE = [
    path("site/", site.health, name="site"),
    path("site/accounts/", site.accounts, name="site-accounts"),
    path("site/name/", site.name, name="site-name"),
    path("site/proxy/<str:token>/", site.proxy, name="site-proxy"),
    path("site/ready/", site.ready, name="site-ready"),
    path("site/test-email/", site.test_email, name="site-test-email"),
    path("site/start/<str:token>/", site.first_run, name="first-run"),
]

_ACCOUNTS = [
    path("sign-in/", accounts.sign_in, name="sign-in"),
    path("sign-out/", accounts.sign_out, name="sign-out"),
    path("sign-ins/", accounts.where, name="sign-ins"),
    path("password/", accounts.password, name="password"),
    path("password/again/", accounts.password_again, name="password-again"),
    path("password/lost/", notifications.lost_password, name="lost-password"),
    path("password/lost/<str:key>/", notifications.new_password, name="new-password"),
    path("welcome/<str:invitation>/", contest.welcome, name="welcome"),
]

_NEW_COMPETITION = [
    path("new/", transfer.start, name="start"),
    path("new/competition/", creating.new, name="new"),
    path("new/file/", transfer.open_file, name="open-file"),
    path("new/running/", transfer.start_running, name="new-running"),
    path("new/running/conditions/", transfer.create, name="create-running"),
]

_COMPETITION = [
    path("", desk_pages.competition, name="competition"),
    path("more/", desk_pages.more, name="more"),
    path("log/", desk_pages.log, name="log"),
    path("conditions/", contest.conditions, name="conditions"),
    _decision("conditions/correct/", rounds.CorrectConditions, "correct-conditions"),
    _decision("conditions/undo/", rounds.UndoConditions, "undo-conditions"),
    path("rules/", contest.rules, name="rules"),
    _decision("rules/add/", rulebook.ChangeRules, "add-rules"),
    _decision("rules/<number:part>/", rulebook.ChangeRules, "change-rules"),
    _decision("rules/changes/<number:rules_change>/undo/", rulebook.UndoRules, "undo-rules"),
    _decision("details/", competition.CorrectDetails, "details"),
    _decision("details/<number:correction>/undo/", competition.UndoDetails, "undo-details"),
    path("file/", transfer.file, name="file"),
    path("start-from/", transfer.start_from, name="start-from"),
    _decision("cancel/", competition.Cancel, "cancel"),
    _decision("play-on/", competition.PlayOn, "play-on"),
    path("delete/", rulings.delete, name="delete"),
    path("remove-name/", past_seasons.remove_name, name="remove-name"),
    path("redact/", rulings.redact, name="redact"),
]

_ORGANISERS = [
    path("organisers/", contest.organisers, name="organisers"),
    path("organisers/you/", contest.contact, name="contact"),
    path("organisers/invite/", contest.invite, name="invite"),
    path("organisers/<number:deputy>/", contest.invitation, name="invitation"),
    path("organisers/<number:deputy>/remove/", contest.dismiss, name="dismiss"),
    path("organisers/<number:deputy>/password/", contest.renew_password, name="renew-password"),
    path("organisers/<number:deputy>/hand-over/", contest.hand_over, name="hand-over"),
]

_PAIRS = [
    path("applications/accept/", applications.accept_all, name="accept-all"),
    path("applications/<slug:reference>/", applications.application, name="application"),
    path("attendance/", entries.attendance, name="attendance"),
    path("attendance/<number:number>/", entries.tick_pair, name="tick"),
    path("clubs/", entries.clubs, {"kind": "club"}, name="clubs"),
    path("areas/", entries.clubs, {"kind": "area"}, name="areas"),
    path("pairs/", entries.pairs, name="pairs"),
    path("pairs/new/", entries.new_pair, name="new-pair"),
    path("pairs/import/", entries.import_pairs, name="import"),
    path("pairs/forget-contacts/", notifications.forget_contacts, name="forget-contacts"),
    path("pairs/<number:number>/", entries.pair, name="pair"),
    path("pairs/<number:number>/away/", entries.pair_away, name="pair-away"),
    path("pairs/<number:number>/remove/", entries.remove_pair, name="remove-pair"),
    path("pairs/<number:number>/substitute/", entries.substitute, name="substitute"),
    path("pairs/<number:number>/link/", entries.pair_link, name="pair-link"),
    _decision("pairs/<number:number>/withdraw/", pairs.Withdraw, "withdraw-pair"),
    _decision("pairs/<number:number>/bring-back/", pairs.BringBack, "bring-back-pair"),
    _decision("pairs/<number:number>/entered-twice/", pairs.EnteredTwice, "entered-twice"),
    _decision("pairs/<number:number>/into-the-draw/", pairs.PlacePair, "place-pair"),
    _decision("pairs/<number:number>/into-the-plate/", joining.EnterPlate, "enter-plate"),
    _decision("pairs/<number:number>/into-a-later-round/", joining.JoinLater, "join-later"),
    path("late/", rulings.late, name="late-pairs"),
    _decision("late/<number:placing>/undo/", pairs.UndoPlacing, "undo-placing"),
    _decision("pairs/<number:number>/spelling/", competition.CorrectNames, "respell"),
    _decision("spelling/<number:respelling>/undo/", competition.UndoName, "undo-spelling"),
]

_DRAW = [
    path("rehearsal/", draw.rehearsal, name="rehearsal"),
    path("draw/", draw.draw, name="draw"),
    path("draw/lock/", draw.lock_list, name="lock-list"),
    path("draw/swap/", draw.swap, name="swap"),
    path("draw/reveal/", draw.reveal, name="reveal"),
    path("draw/publish/", draw.publish, name="publish"),
    _decision("draw/undo/", competition.UndoDraw, "undo-draw"),
    path("rounds/", later_rounds.rounds, name="rounds"),
    path("rounds/<number:round>/", later_rounds.draw_next, name="draw-round"),
    _decision("rounds/undo/<number:round_draw>/", round_draws.UndoRoundDraw, "undo-round-draw"),
]

_RUNNING_SEASON = [
    path("adopt/", transfer.steps, name="adopt"),
    path("adopt/draw/", transfer.draw, name="adopt-draw"),
    path("adopt/hat/", transfer.hat, name="adopt-hat"),
    path("adopt/hat/byes/", transfer.byes, name="adopt-byes"),
    path("adopt/hat/screen/", transfer.screen, name="adopt-screen"),
    path("adopt/hat/screen/live/", transfer.screen_live, name="adopt-screen-live"),
    path("adopt/facts/", transfer.facts, name="adopt-facts"),
    path("adopt/results/", transfer.results, name="adopt-results"),
    path("adopt/dates/", transfer.dates, name="adopt-dates"),
    path("adopt/publish/", transfer.publish, name="adopt-publish"),
]

_ONE_DAY = [
    path("today/", one_day.today, name="today"),
    path("today/live/", one_day.today_live, name="today-live"),
    path("today/<number:round>/", one_day.set_clock, name="set-clock"),
]

_ROUNDS = [
    _decision("dates/", rounds.ChangeDates, "dates"),
    _decision("extend/", rounds.Extend, "extend"),
    _decision("extend/undo/", rounds.UndoExtension, "undo-extension"),
    _decision("day/", days.FixDay, "fix-day"),
    _decision("day/undo/", days.UndoFixedDay, "undo-fixed-day"),
    _decision("confirm/", results.Confirm, "confirm"),
    path("results/", paper.first_round, name="results"),
    path("results/by-phone/", by_phone.by_phone, name="by-phone"),
    path("results/<number:round>/", paper.round_results, name="round-results"),
    path("matches/", desk_pages.all_matches, name="matches"),
]

_MATCH = [
    path("", desk_pages.match, name="match"),
    path("told/", desk_pages.told, name="told"),
    path("print/blank/", desk_pages.print_blank, name="print-blank"),
    path("compare/", desk_pages.compare, name="compare"),
    path("overdue/", overdue.overdue, name="overdue"),
    path("dispute/", disputes.decide_dispute, name="decide-dispute"),
    path("rule/", rulings.rule, name="rule"),
    _decision("undo/", matches.Undo, "undo"),
    _decision("correct/", corrected_deals.CorrectDeals, "correct-deals"),
    _decision("substitute/<number:number>/", stand_ins.NameStandIn, "stand-in"),
    _decision("substitute/<number:number>/undo/", stand_ins.UndoStandIn, "undo-stand-in"),
    _decision("deals/", deals.ChangeDeals, "deals"),
    _decision("deals/undo/", deals.UndoDeals, "undo-deals"),
    _decision("home/", home_pairs.NameHomePair, "home-pair"),
    _decision("home/undo/", home_pairs.UndoHomePair, "undo-home-pair"),
    _decision("penalty/", penalties.NotePenalty, "note-penalty"),
    _decision("penalty/undo/", penalties.UndoNotedPenalty, "undo-note-penalty"),
    path("type-in/", paper.type_in_totals, name="type-in-totals"),
    path("type-in/deals/", paper.type_in, name="type-in"),
    path("type-in/points/", paper.type_in_points, name="type-in-points"),
]

_MESSAGES = [
    path("messages/", notifications.all_messages, name="messages"),
    path("messages/try-again/", notifications.try_again, name="try-again"),
    path("messages/<slug:topic>/", notifications.topic, name="topic"),
    path("messages/<slug:topic>/wording/", notifications.change_wording, name="wording"),
    path("messages/<slug:topic>/tell/", notifications.tell, name="tell"),
    path("messages/<slug:topic>/correct/", notifications.correct, name="correct"),
    path("letters/", notifications.letters, name="letters"),
    path("letters/merge/", notifications.merge, name="merge"),
    path("letters/renew/", notifications.renew_links, name="renew-links"),
]

_PAST_WINNERS = [
    path("past-winners/", past_seasons.past_winners, name="past-winners"),
    path("past-winners/<number:past>/", past_seasons.past_season, name="past-season"),
    path("past-winners/<number:past>/remove/", past_seasons.remove_past_season, name="remove-past-season"),
]

_OF_A_COMPETITION: list[URLPattern | URLResolver] = [
    *_COMPETITION,
    *_ORGANISERS,
    *_PAIRS,
    *_DRAW,
    *_RUNNING_SEASON,
    *_ONE_DAY,
    *_ROUNDS,
    path("matches/<code:code>/", include(_MATCH)),
    *_MESSAGES,
    *_PAST_WINNERS,
]

# The fixed URLs come first, because a competition's address can be any word.
desk: list[URLPattern | URLResolver] = [
    path("", desk_pages.home, name="home"),
    *_SITE,
    *_ACCOUNTS,
    *_NEW_COMPETITION,
    path("<slug:competition>/", include(_OF_A_COMPETITION)),
]
