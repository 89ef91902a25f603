"""Presenters for a disputed result: both accounts side by side, and the organiser's likely answers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, cast
from urllib.parse import urlencode

from competition.draw.presenters.words import capital, short_names
from competition.draw.queries.results import players_of, result_by
from competition.draw.rules.result import Result
from competition.entries.models import Player
from competition.match.queries.disputes import Account, Dispute
from competition.match.queries.play import PairSheet
from competition.rulings.decisions.results import Played, PlayedByMargin, PlayedUnrecorded
from scoring.paper import shorthand
from scoring.rules.correcting import RubberChange, changed_rubbers, with_deals
from scoring.rules.deal import DealResult
from scoring.rules.sheet import PlayedRubber, ScoredDeal, Sheet
from scoring.rules.sides import Reader, Tally, first_names
from scoring.rules.words import bid, contract_words, fared, listed, quantity, times, written_words
from scoring.templatetags.bridge import moment

_HEARD = "Decided after hearing both pairs:"


class AccountRow(NamedTuple):
    """A line of an account: its label and the points of both pairs, with the upper pair's first.

    `upper_won` is set in the line for the final totals.
    """

    label: str
    upper: str
    lower: str
    upper_won: bool | None = None


@dataclass(frozen=True, slots=True)
class AccountCard:
    """One pair's account as shown on the page, with the players to phone."""

    name: str
    title: str
    detail: str
    quote: str
    when: str
    rows: Sequence[AccountRow]
    note: str
    players: Sequence[Player]


@dataclass(frozen=True, slots=True)
class DisputeAnswer:
    """A possible answer, its consequence, and the form behind its button. Without `sends` it is a link.

    `page` is the name of the form's URL.
    """

    name: str
    follows: str
    page: str
    sends: Mapping[str, object] = field(default_factory=dict)
    query: str = ""


class DisputeQuestion:
    """The question in one dispute. All its texts come from the accounts of both pairs."""

    def __init__(self, dispute: Dispute) -> None:
        self.dispute = dispute
        self.state = dispute.state
        self.names = short_names(dispute.draw)
        self.accounts = dispute.accounts
        self.numbers = dispute.numbers
        self.number = self.numbers[0] if len(self.numbers) == 1 else 0
        # Each account's deal with its points, if the dispute is about one deal.
        self.lines = [_line(account.sheet, self.number) for account in self.accounts]
        self.seats = first_names(dispute.sheet.names) if dispute.sheet else {}

    @property
    def heading(self) -> str:
        """The heading: the question that the organiser answers."""
        if not self.numbers:
            return "Two score sheets: which is right?" if self.dispute.own_sheet else "Which totals are right?"
        if not self.number:
            return f"Deals {listed(map(str, self.numbers))}: which score sheet is right?"
        written = self._written_deal
        if written.contract is None or written.declarer is None:
            return f"Deal {self.number}: passed in, or not?"
        played = f"Deal {self.number}: {bid(written.contract)} by {self.seats[written.declarer].rstrip('.')}"
        one, other = (self._title(account, line) for account, line in zip(self.accounts, self.lines, strict=True))
        if not all(self.lines):
            return f"{played}, {fared(written)}. Is that right?"
        return f"{played}. {one}, or {other[:1].lower()}{other[1:]}?"

    @property
    def lead(self) -> str:
        """Sentences about what the answer decides, and about the deals on which the pairs agree."""
        one, other = (account.result for account in self.accounts)
        sentences = []
        if one and other and one.winner == other.winner:
            sentences.append(f"{self._winner(one)} win either way. Your answer decides the margin.")
        elif one and other:
            sentences.append("Your answer decides the match.")
        if self.dispute.own_sheet and self.numbers:
            rest = quantity(len(self._written.lines) - len(self.numbers), "other deal")
            sentences.append(f"Both score sheets agree about {rest}.")
        return " ".join(sentences)

    @property
    def reported_deal(self) -> str:
        """The disputed deal according to the reported result, with its points.

        "" if the dispute is not about one deal.
        """
        line = self.lines[0]
        if line is None or line.deal.contract is None or line.deal.declarer is None:
            return "Passed in." if line else ""
        played = f"{contract_words(line.deal.contract)} by {line.deal.declarer.word}, {fared(line.deal)}"
        return f"{capital(played)}. {self._points(line)}"

    @property
    def other_account(self) -> str:
        """The score that the other pair claims, without the words it wrote."""
        account, line = self.accounts[1], self.lines[1]
        if line or account.result:
            return f"{self._title(account, line)}."
        return "This score is not right." if self.number else "This result is not right."

    @property
    def difference(self) -> str:
        """A sentence about the result according to the other account, or "" if it is not known."""
        one, other = (account.result for account in self.accounts)
        if one is None or other is None or not one.totals or not other.totals:
            return ""
        changed = [
            f"The total of {name} would {'rise' if after > before else 'fall'} from {before:,} to {after:,}."
            for name, before, after in zip(self.columns, one.totals, other.totals, strict=True)
            if before != after
        ]
        either_way = f"{self._winner(one)} win the match either way."
        return " ".join([*changed, either_way if one.winner == other.winner else f"{self._winner(other)} would win."])

    @property
    def written(self) -> str:
        """Sentences about the disputed deal on the score sheet, or ""."""
        if not self.number or not self.dispute.sheet:
            return ""
        row = self.dispute.sheet.deals[self.number - 1]
        whence = f"recorded on {moment(row.recorded_at)}" if row.recorded_at else "typed in from paper"
        changes = sum(change.number == self.number for change in self.dispute.sheet.changes_made)
        changed = f"It was changed {times(changes)}." if changes else "Nobody has changed it."
        return f"The score sheet says {self._result(row.facts())}. The deal was {whence}. {changed}"

    @property
    def cards(self) -> list[AccountCard]:
        """Both accounts, starting with the pair that reported the result."""
        return [self._card(account, line) for account, line in zip(self.accounts, self.lines, strict=True)]

    @property
    def columns(self) -> list[str]:
        """The short names of both pairs, with the upper pair's first."""
        return [self.names[pair.pk] for pair in self.state.pairs]

    @property
    def answers(self) -> list[DisputeAnswer]:
        """The likely answers."""
        given = [answer for account in self.accounts if (answer := self._believe(account))]
        return [*given, *self._unless_known(), *self._as_written()]

    @property
    def further(self) -> Iterator[DisputeAnswer]:
        """Less likely answers about the same deal: the results between both accounts, and any other score."""
        if self.number:
            yield from (self._correct({self.number: deal}, fared(deal)) for deal in self._between())
        if self.number and all(self.lines):
            yield self._another_score()

    def _card(self, account: Account, line: ScoredDeal | None) -> AccountCard:
        return AccountCard(
            self.names[account.pair.pk],
            self._title(account, line),
            self._detail(line),
            account.words,
            moment(account.at),
            [*self._rows(account, line)],
            " ".join(filter(None, (self._points(line), self._effect(account)))),
            players_of(self.state, account.pair),
        )

    def _title(self, account: Account, line: ScoredDeal | None) -> str:
        if line:
            return capital(self._result(line.deal))
        if self.numbers or self.dispute.own_sheet:
            is_own = self.dispute.own_sheet and self.dispute.own_sheet.keeper == account.pair
            return (
                "Their own score sheet" if is_own else "The match’s score sheet" if account.sheet else "Another score"
            )
        if account.result is None:
            return "Other totals"
        return account.result.score or f"{self._winner(account.result)} won {account.result.by}"

    def _which_sheet(self, account: Account) -> str:
        if self.dispute.own_sheet and self.dispute.own_sheet.keeper == account.pair:
            return "Their own score sheet"
        return "The match’s score sheet" if account.sheet else "Another score"

    def _result(self, deal: DealResult) -> str:
        """Return the disputed part of one deal: the result, the honours or the whole score."""
        if deal.contract is None or deal.declarer is None:
            return "passed in"
        deals = [line.deal for line in self.lines if line]
        if len({(other.contract, other.declarer, other.honours) for other in deals if other.contract}) < 2:
            return fared(deal)
        if len({(other.contract, other.declarer, other.tricks) for other in deals}) == 1:
            return self._honours(deal)
        return f"{contract_words(deal.contract)} by {self.seats[deal.declarer]}, {fared(deal)}"

    def _honours(self, deal: DealResult) -> str:
        if deal.honours is None:
            return "no honours"
        return f"{deal.honours.points} honours to {self.names[self._sheet.pair_on(deal.honours.side).pk]}"

    def _detail(self, line: ScoredDeal | None) -> str:
        if line is None or line.deal.declarer is None:
            return ""
        vulnerable = "vulnerable" if line.deal.side in line.vulnerable else "not vulnerable"
        return f"{quantity(line.deal.tricks or 0, 'trick')} to {self.seats[line.deal.declarer]}, {vulnerable}"

    def _rows(self, account: Account, line: ScoredDeal | None) -> Iterator[AccountRow]:
        if line:
            before = Tally(line.cumulative.ns - line.score.ns, line.cumulative.ew - line.score.ew)
            yield self._row("Before", before)
            yield self._row(f"Deal {line.number}", line.score)
            yield self._row("After it", line.cumulative)
        elif account.sheet:
            yield from (self._row(f"Deal {n}", one.score) for n in self.numbers if (one := _line(account.sheet, n)))
        if totals := account.result and account.result.totals:
            upper, lower = totals
            yield AccountRow("Final total", f"{upper:,}", f"{lower:,}", upper > lower)
        elif account.sheet:
            yield self._row("Total", account.sheet.total)

    def _row(self, label: str, points: Tally) -> AccountRow:
        upper, lower = (f"{total:,}" if total else "–" for total in self._sheet.meeting.upper_first(points))
        return AccountRow(label, upper, lower)

    def _points(self, line: ScoredDeal | None) -> str:
        """Return the points of the deal as written, with any game or rubber that it wins."""
        if line is None or not line.entries:
            return ""
        won = f" It wins a {'rubber' if line.rubber else 'game'}." if line.game else ""
        return f"{written_words(line, self._reader)}.{won}"

    @property
    def _reader(self) -> Reader:
        """The reader of the score sheet: the upper pair has the left column."""
        upper, lower = self.columns
        return Reader(self._sheet.side, (upper, lower))

    def _effect(self, account: Account) -> str:
        """Return a sentence about the rubbers that change if an account other than the score sheet is right."""
        if account.sheet is None or account.deals is None:
            return ""
        changed = changed_rubbers(self._written, account.sheet)
        if len(changed) > 1:
            return f"Rubbers {listed(str(number) for number, *_ in changed)} then go differently."
        finished = self._of_rubber(changed[0]) if changed else ""
        return finished or " ".join(self._of_credits(account.sheet))

    def _of_rubber(self, change: RubberChange) -> str:
        """Return a sentence about a rubber with another winner or bonus, or "" if it stays unfinished."""
        number, before, after = change
        was, now = (self._won(rubber) for rubber in (before, after))
        if now is None:
            return f"{was[0]} then do not win rubber {number}, for {was[1]:,}." if was else ""
        instead = "" if was is None else f" instead of {was[1]:,}" if was[0] == now[0] else f", not {was[0]}"
        return f"{now[0]} then win rubber {number} for {now[1]:,}{instead}."

    def _of_credits(self, sheet: Sheet) -> Iterator[str]:
        """Yield a sentence for each pair that gets different points for the unfinished rubber (Law 80)."""
        before, after = (self._sheet.meeting.upper_first(scored.credits) for scored in (self._written, sheet))
        for name, was, now in zip(self.columns, before, after, strict=True):
            if was != now:
                points = f"{now:,} points" if now else "no points"
                yield f"{name} then get {points} for the unfinished rubber, instead of {was:,}."

    def _won(self, rubber: PlayedRubber | None) -> tuple[str, int] | None:
        """Return the winners of a finished rubber and its bonus, or None."""
        side = rubber.bonus.only if rubber else None
        if rubber is None or side is None or self.dispute.sheet is None:
            return None
        return self.names[self.dispute.sheet.pair_on(side).pk], rubber.bonus[side]

    @property
    def _sheet(self) -> PairSheet:
        """The score sheet of the match. The caller must know that there is one."""
        return cast(PairSheet, self.dispute.sheet)

    @property
    def _written(self) -> Sheet:
        return self._sheet.scored

    @property
    def _written_deal(self) -> DealResult:
        return self._written.lines[self.number - 1].deal

    def _believe(self, account: Account) -> DisputeAnswer | None:
        """Return the answer that this account is right, or None if its totals are unknown."""
        title = self._title(account, _line(account.sheet, self.number))
        if account.deals:
            return self._correct(account.deals, title)
        is_other_sheet = account.sheet is not None and account.sheet is not self._written
        if account.result is None or is_other_sheet:
            return None
        name = title if self.numbers else f"As {self.names[account.pair.pk]} say"
        return self._decide(account.result, name, f"{_HEARD} {self._about(title)}.")

    def _about(self, title: str) -> str:
        return f"deal {self.number}, {title[:1].lower()}{title[1:]}" if self.number else title

    def _correct(self, deals: Mapping[int, DealResult], title: str) -> DisputeAnswer:
        """Return the answer that corrects these deals."""
        result = result_by(self.state, with_deals(self._written, deals))
        sends = {"deals": _in_shorthand(deals), "reason": f"{_HEARD} {self._about(title)}."}
        return DisputeAnswer(capital(title), self._follows(result), "correct-deals", sends)

    def _decide(self, result: Result, name: str, reason: str) -> DisputeAnswer:
        """Return the answer that this result is right as written."""
        upper, lower = result.totals or ("", "")
        kind = PlayedByMargin if result.only_margin else Played if result.totals else PlayedUnrecorded
        sends = {"kind": kind.way, "winner": result.winner, "margin": result.only_margin or "", "reason": reason}
        sends |= {"total_upper": upper, "total_lower": lower}
        return DisputeAnswer(name, self._follows(result), "rule", sends)

    def _follows(self, result: Result | None) -> str:
        if result is None:
            return f"The totals are level. The pairs play {self.state.conditions.extra_deals} more deals"
        return f"{self._winner(result)} win {result.by}"

    def _unless_known(self) -> Iterator[DisputeAnswer]:
        """Yield a way to enter the other account if its totals are unknown."""
        if all(self._believe(account) for account in self.accounts):
            return
        if self.number:
            yield self._another_score()
        elif self.dispute.own_sheet:
            yield DisputeAnswer("As the other score sheet says", "Type in its deals", "type-in")
        else:
            yield DisputeAnswer("Other totals", "Type in both totals", "type-in-totals")

    def _as_written(self) -> Iterator[DisputeAnswer]:
        """Yield the answer for a dispute in which the organiser cannot tell which account is right."""
        result = self.dispute.last_result
        if result is None:
            return
        what = f"in deal {self.number}" if self.number else "in this match"
        score = "score as written" if self.dispute.sheet else "reported result"
        reason = f"Nobody could establish what happened {what}, so the {score} stands."
        answer = self._decide(result, "I cannot find out", reason)
        yield replace(answer, follows=f"As {'written' if self.dispute.sheet else 'reported'}: {answer.follows}")

    def _another_score(self) -> DisputeAnswer:
        query = urlencode({"deals": _in_shorthand({self.number: self._written_deal})})
        name = f"Another score for deal {self.number}"
        return DisputeAnswer(name, "Other tricks, contract, declarer or honours", "correct-deals", query=f"?{query}")

    def _between(self) -> Iterator[DealResult]:
        """Yield the disputed deal with each number of tricks between the two accounts."""
        tricks = sorted(line.deal.tricks for line in self.lines if line and line.deal.tricks is not None)
        if len(tricks) == 2:
            yield from (replace(self._written_deal, tricks=n) for n in range(tricks[1] - 1, tricks[0], -1))

    def _winner(self, result: Result) -> str:
        upper, lower = self.columns
        return upper if result.upper_won else lower


def _line(sheet: Sheet | None, number: int) -> ScoredDeal | None:
    return sheet.lines[number - 1] if sheet and 1 <= number <= len(sheet.lines) else None


def _in_shorthand(deals: Mapping[int, DealResult]) -> str:
    return "; ".join(f"{number} {shorthand.write(deal)}" for number, deal in sorted(deals.items()))
