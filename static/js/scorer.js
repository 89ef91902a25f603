// Scores the deals of a match as the site does (scoring/rules), so that a phone needs no connection. The prices are on
// the page.
const scorer = (() => {
  const SEATS = ["N", "E", "S", "W"];
  const SLAMS = { 6: "small slam", 7: "grand slam" };
  const DOUBLED = { 2: "doubled contract made", 4: "redoubled contract made" };
  const SIDES = ["ns", "ew"];

  const sideOf = (seat) => (seat === "N" || seat === "S" ? "ns" : "ew");
  const other = (side) => (side === "ns" ? "ew" : "ns");
  const sum = (entries, line) => {
    const tally = { ns: 0, ew: 0 };
    for (const entry of entries) if (!line || entry.line === line) tally[entry.side] += entry.points;
    return tally;
  };
  const plus = (one, more) => ({ ns: one.ns + more.ns, ew: one.ew + more.ew });
  const only = ({ ns, ew }) => (!ns === !ew ? null : ns ? "ns" : "ew");
  const ahead = ({ ns, ew }) => (ns === ew ? null : ns > ew ? "ns" : "ew");

  // Return the facts of a deal. `said` has its values by form field, as stored in the outbox.
  const facts = (said) => {
    if (said.passed_in) return null;
    const [level, doubling] = [Number(said.level), Number(said.doubling)];
    const tricks = "result" in said ? 6 + level + Number(said.result) : Number(said.tricks);
    if (!(tricks >= 0 && tricks <= 13)) throw new Error(`A side wins 0 to 13 tricks, not ${tricks}.`);
    const [holder, held] = (said.honours || "").split("-");
    const { declarer, denomination } = said;
    return { declarer, level, denomination, doubling, tricks, over: tricks - 6 - level, holder, held: Number(held) };
  };

  // Return the pad entries for a deal, without the bonus for a rubber.
  const price = ({ declarer, level, denomination, doubling, over, holder, held }, vulnerable, tariff) => {
    const side = sideOf(declarer);
    const isVulnerable = Number(vulnerable.includes(side));
    const write = (of, line, points, reason) => ({ side: of, line, points, reason, law: tariff.table_law });
    const above = (...rest) => entries.push(write(rest[0], "above", rest[1], rest[2]));
    const entries = [];
    const trick = tariff.trick[denomination];
    if (over < 0) {
      const doubled = tariff.doubled_undertricks[isVulnerable][-over - 1];
      above(other(side), doubling === 1 ? -over * tariff.undertrick[isVulnerable] : (doubled * doubling) / 2, "undertricks");
    } else {
      const extra = denomination === "NT" ? tariff.first_no_trump_trick_extra : 0;
      entries.push(write(side, "below", (level * trick + extra) * doubling, "trick points"));
      if (over) above(side, over * (doubling === 1 ? trick : tariff.overtrick[doubling][isVulnerable]), "overtricks");
      if (level in SLAMS) above(side, tariff.slam[level][isVulnerable], SLAMS[level]);
      if (doubling in DOUBLED) above(side, tariff.made[doubling], DOUBLED[doubling]);
    }
    if (held) above(holder, held, "honours");
    return entries;
  };

  // Return the scored sheet with the field names of scoring/presenters/json_sheet.py, and the state before the next
  // deal.
  const read = ({ conditions, first_dealer: firstDealer, deals, tariff }) => {
    const dealer = (played) => SEATS[(SEATS.indexOf(firstDealer) + played) % 4];
    const fresh = conditions.tie_break === "fresh";
    const [lines, rubbers, banked] = [[], [], []];
    let [games, partScores, cumulative] = [sum([]), sum([]), sum([])];
    let [stageEnd, winner] = [conditions.deals, null];

    const vulnerable = () => SIDES.filter((side) => games[side]);
    const credits = () => {
      const due = sum([]);
      if (only(games)) due[only(games)] += tariff.only_game;
      if (only(partScores)) due[only(partScores)] += conditions.only_partscore;
      return due;
    };
    const total = () => [...banked, credits()].reduce(plus, cumulative);
    const endRubber = (bonus) => {
      const [number, first] = [rubbers.length + 1, rubbers.length ? rubbers[rubbers.length - 1].last_deal + 1 : 1];
      const row = { number, first_deal: first, last_deal: lines.length, games, finished: Boolean(bonus) };
      if (first <= lines.length) rubbers.push({ ...row, bonus: sum(bonus ? [bonus] : []) });
      games = sum([]);
      partScores = sum([]);
    };
    const endStage = () => {
      winner = ahead(total());
      if (winner) return;
      stageEnd += conditions.extra_deals;
      if (!fresh) return;
      banked.push(credits());
      endRubber();
    };
    // Return the side that wins a game with these trick points, and the premium if it wins the rubber (Laws 73 and 74).
    const carryOn = (below) => {
      partScores = plus(partScores, below);
      const game = SIDES.find((side) => partScores[side] >= tariff.game) || null;
      if (!game) return [null];
      partScores = sum([]);
      games = { ...games, [game]: games[game] + 1 };
      if (games[game] < tariff.games_of_a_rubber) return [game];
      const points = tariff.rubber[games[other(game)]];
      return [game, { side: game, line: "above", points, reason: "rubber", law: tariff.rubber_law }];
    };
    const write = (said) => {
      const number = lines.length + 1;
      if (winner) throw new Error(`Deal ${number} is one too many. The match was decided by deal ${number - 1}.`);
      const [deal, before] = [facts(said), vulnerable()];
      const entries = deal ? price(deal, before, tariff) : [];
      const [game, bonus] = carryOn(sum(entries, "below"));
      if (bonus) entries.push(bonus);
      const score = sum(entries);
      cumulative = plus(cumulative, score);
      lines.push({
        number,
        dealer: dealer(number - 1),
        declarer: deal && deal.declarer,
        contract: deal ? `${deal.level}${deal.denomination}${"X".repeat(deal.doubling / 2)}` : "Pass",
        tricks: deal && deal.tricks,
        vulnerable: before,
        below: sum(entries, "below"),
        above: sum(entries, "above"),
        score,
        cumulative,
        entries,
        game,
        rubber: bonus ? game : null,
      });
      if (bonus) endRubber(bonus);
      if (number === stageEnd) endStage();
    };

    deals.forEach(write);
    const left = stageEnd - lines.length;
    const tied = lines.length >= conditions.deals && left === conditions.extra_deals;
    const next = { vulnerable: vulnerable(), games, part_scores: partScores };
    const [due, all] = [credits(), total()];
    endRubber();
    return {
      conditions,
      deals: lines,
      rubbers,
      credits: due,
      ...(fresh && { banked }),
      total: all,
      standing: winner ? "decided" : tied ? "tied" : "in play",
      deals_left: left,
      winner,
      next_number: winner ? null : lines.length + 1,
      next_dealer: winner ? null : dealer(lines.length),
      ...next,
    };
  };

  return { read };
})();
