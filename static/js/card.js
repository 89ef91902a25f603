// Draws a reading of the sheet on the page of a match, in the places and the words that the site draws it in.
const card = (() => {
  const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven"];
  const SUITS = { "♣": "club", "♦": "diamond", "♥": "heart", "♠": "spade" };
  const SLAMS = { 6: "Small slam and ", 7: "Grand slam and " };
  const find = (selector, from = document) => from.querySelector(selector);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const { briefly } = JSON.parse(find("#tariff")?.textContent || "{}");
  const form = find("[data-outbox]");
  // One each of what a pad is made of.
  const [aPad, aGame] = [find(".pad")?.cloneNode(true), find(".pad .below")?.cloneNode(true)];
  const deals = find("#waiting")?.dataset.action;

  const points = (figure) => figure.toLocaleString("en-GB");
  const make = (tag, words = "", facts = {}) =>
    Object.assign(document.createElement(tag), { textContent: words }, facts);
  const mark = (place, name, on) => place.toggleAttribute(`data-${name}`, Boolean(on));
  const write = (name, words) => {
    for (const place of all(`[data-card=${name}]`)) if (place.textContent !== words) place.textContent = words;
  };

  let [now, seats, columns, drawn, heard] = [null, {}, ["ns", "ew"], "", null];
  const called = (side) => (side === columns[0] ? "We" : "They");
  const other = (side) => (side === "ns" ? "ew" : "ns");
  const pair = (side) => (side === "ns" ? "NS" : "EW").split("").map((seat) => seats[seat]).join(" & ");
  const counted = (count, none = "no") => [none, ...COUNTS.slice(1)][count] ?? String(count);
  const capital = (words) => words[0].toUpperCase() + words.slice(1);
  const exposed = () => {
    const { vulnerable } = now;
    return vulnerable.length > 1 ? "Both" : vulnerable.length ? called(vulnerable[0]) : "Nobody";
  };
  const last = () => now.deals[now.deals.length - 1];
  const written = () => (last() ? last().cumulative : { ns: 0, ew: 0 });

  const brief = ({ reason }) => briefly[reason] || reason;
  // We 90 below, 730 above (30 over, 700 rubber); They 100 above.
  const wrote = (line, itemised = true) => {
    const column = (side) => ["below", "above"].map((where) => {
      const own = line.entries.filter((entry) => entry.side === side && entry.line === where);
      const parts = own.map((entry) => `${points(entry.points)} ${brief(entry)}`).join(", ");
      const sum = own.reduce((total, entry) => total + entry.points, 0);
      return own.length ? `${points(sum)} ${where}${itemised && own.length > 1 ? ` (${parts})` : ""}` : "";
    }).filter(Boolean).join(", ");
    return columns.filter(column).map((side) => `${called(side)} ${column(side)}`).join("; ");
  };

  // What the unfinished rubber has added to what is written.
  const due = () => {
    const added = columns.filter((side) => now.total[side] !== written()[side]);
    const parts = added.map(
      (side) => `${called(side)} ${points(written()[side])} and ${points(now.total[side] - written()[side])}`,
    );
    return parts.length ? ` ${parts.join(", ")} for the unfinished rubber.` : "";
  };
  // What the last deal has brought about, if it is more than points: a headline, what follows, and whose it is.
  const moment = () => {
    const [line, { total, winner, games, rubbers }] = [last(), now];
    const next = `${exposed()} vulnerable. ${seats[now.next_dealer]} deals.`;
    if (winner) {
      const played = now.deals.length;
      const words = `${played} deal${played === 1 ? "" : "s"}.${due()}`;
      return [`${pair(winner)} win by ${points(Math.abs(total.ns - total.ew))}`, words, winner];
    }
    if (now.standing === "tied") {
      const more = `${capital(counted(now.deals_left))} more deal${now.deals_left === 1 ? "" : "s"}.`;
      const rubber = now.conditions.tie_break === "fresh" ? "A new rubber begins." : "The unfinished rubber continues.";
      return [`Level: ${points(total.ns)} each`, `${due()} ${more} ${rubber} ${next}`.trim(), null];
    }
    if (!line || !line.game) return null;
    const [side, slam] = [line.game, SLAMS[line.contract[0]] || ""];
    if (!line.rubber) {
      const words = `${Math.min(games.ns, games.ew) ? "One game all" : "One game to none"}. ${next}`;
      return [capital(`${slam}game to ${pair(side)}`), words, side];
    }
    const rubber = rubbers[rubbers.length - 1];
    const won = `Two games to ${counted(rubber.games[other(side)], "none")}: ${called(side)} ${rubber.bonus[side]}`;
    return [capital(`${slam}rubber to ${pair(side)}`), `${won}. New rubber. ${next}`, side];
  };

  // The games of a rubber with the deals in each; the last is open while the rubber runs.
  const gamesOf = (lines, runs) => {
    const games = [{ lines: [], winner: null }];
    for (const line of lines) {
      const game = games[games.length - 1];
      game.lines.push(line);
      if (line.game) game.winner = line.game;
      if (line.game) games.push({ lines: [], winner: null });
    }
    return runs || games[games.length - 1].lines.length ? games : games.slice(0, -1);
  };
  const rubbers = () => {
    const all = now.rubbers.map(({ number, first_deal: first, last_deal: end, finished }) => {
      const lines = now.deals.slice(first - 1, end);
      return { number, lines, games: gamesOf(lines, !finished) };
    });
    return all.length ? all : [{ number: 1, lines: [], games: gamesOf([], true) }];
  };
  const fill = (part, lines, where) => all("ol", part).forEach((list, place) => {
    const items = lines.flatMap((line) =>
      line.entries.filter((entry) => entry.side === columns[place] && entry.line === where).map((entry) => {
        const item = make("li");
        const what = make("small", where === "above" ? `${line.number} ${brief(entry)}` : `deal ${line.number}`);
        if (where === "above") what.prepend(make("span", "deal\u00a0", { className: "sr" }));
        item.append(make("b", points(entry.points)), " ", what);
        mark(item, "fresh", line === last());
        return item;
      }),
    );
    list.replaceChildren(...items);
  });
  const pad = ({ number, lines, games }) => {
    const drawn = aPad.cloneNode(true);
    find("h3", drawn).textContent = `Rubber ${number}`;
    fill(find(".above", drawn), lines, "above");
    for (const game of all(".below", drawn)) game.remove();
    for (const [place, { lines: played, winner }] of games.entries()) {
      const game = aGame.cloneNode(true);
      mark(game, "won", winner);
      fill(game, played, "below");
      for (const list of all("ol", game)) {
        list.setAttribute("aria-label", list.getAttribute("aria-label").replace(/\d+/, place + 1));
      }
      find(".sums", drawn).before(game);
    }
    all(".sums dd", drawn).forEach((sum, place) => {
      sum.textContent = points(lines.reduce((total, line) => total + line.score[columns[place]], 0));
    });
    return drawn;
  };
  const drawPads = () => {
    const [open, ...earlier] = rubbers().reverse();
    find("#this-rubber").replaceChildren(pad(open));
    find("#earlier-rubbers").hidden = !earlier.length;
    find("#earlier-rubbers .pads").replaceChildren(...earlier.map(pad));
  };

  const drawMiniature = () => {
    const rubber = now.rubbers[now.rubbers.length - 1];
    const broken = now.standing === "tied" && now.conditions.tie_break === "fresh";
    const blank = !rubber || (now.next_number && (rubber.finished || broken));
    const games = blank ? gamesOf([], true) : rubbers().pop().games;
    const box = find(".miniature");
    box.replaceChildren(...games.flatMap(({ lines, winner }) => columns.map((side) => {
      const sum = lines.reduce((total, line) => total + line.below[side], 0);
      const row = make("i", winner ? (winner === side ? "Game" : "") : sum ? String(sum) : "–");
      mark(row, "won", winner);
      return row;
    })));
    const said = (what, count) => `${what}, ${columns.map((side) => `${called(side)} ${count[side]}`).join(", ")}`;
    box.setAttribute("aria-label", `This rubber: ${said("games", now.games)}; ${said("part-scores", now.part_scores)}`);
  };
  const drawStrip = () => {
    const [over, end] = [Boolean(now.winner), now.deals.length + now.deals_left];
    write("number", String(now.next_number || end));
    write("of", over ? "played" : `of ${end}`);
    if (!over) write("dealer", seats[now.next_dealer]);
    write("vulnerable", exposed());
    for (const place of all("[data-card=vulnerable]")) mark(place.parentNode, "on", now.vulnerable.length);
    find("#strip [data-card=dealer]").parentNode.hidden = over;
    find("#strip [data-vulnerable]").hidden = over;
    find("#strip [data-over]").hidden = !over;
    all("#strip .tally > p").forEach((tally, place) => {
      const [side, on] = [columns[place], !over && now.vulnerable.includes(columns[place])];
      mark(tally, "on", on);
      find(".sr", tally).textContent = on ? ", vulnerable" : "";
      find("strong", tally).textContent = points((over ? now.total : written())[side]);
    });
    drawMiniature();
  };

  const drawEntry = (said) => {
    const entry = find("[data-undo]");
    entry.hidden = !last();
    if (!last()) return;
    const facts = Object.entries({ number: now.deals.length, ...said }).filter(([, value]) => value !== "" && value !== null);
    if (entry.elements) entry.elements.deal.value = new URLSearchParams(facts);
    write("last", String(last().number));
    write("said", `${keypad.words(said)}.`);
    write("wrote", wrote(last()));
  };
  const drawMoment = () => {
    const [box, told] = [find("#moment"), moment()];
    box.hidden = !told;
    if (!told) return;
    const [title, words, side] = told;
    mark(box, "ours", side === columns[0]);
    box.replaceChildren(make("h2", title), make("p", words));
  };
  // What has come or gone since the page was opened, for those who listen; suits by their names.
  const tell = (facts) => {
    const suit = (_, level, symbol) => `${level} ${SUITS[symbol]}${level > 1 ? "s" : ""}`;
    const sentences = (parts) => parts.filter(Boolean).map((part) => part.replace(/\.?$/, "."));
    const lines = now.deals.map((line, place) =>
      sentences([`Deal ${line.number}: ${keypad.words(facts[place])}`, wrote(line)]).join(" "));
    const news = lines.filter((line, place) => line !== heard?.[place]);
    if (news.length && news.includes(lines[lines.length - 1])) news.push(...sentences((moment() || []).slice(0, 2)));
    if (heard?.length > lines.length) news.push(`Deal ${heard.length} was undone.`);
    if (heard && news.length) write("told", news.join(" ").replace(/(\d)([♣♦♥♠])/g, suit));
    heard = lines;
  };

  const contract = ({ contract: bid, declarer, tricks }) => {
    if (bid === "Pass") return ["passed in"];
    const [, level, suit, doubled] = bid.match(/(\d)([CDHS]|NT)(X*)/);
    const over = tricks - 6 - level;
    const denomination = make("span", { C: "♣", D: "♦", H: "♥", S: "♠", NT: "NT" }[suit]);
    denomination.dataset.suit = suit;
    const said = make("span", "", { className: "keep" });
    said.append(level, denomination, `${doubled} ${declarer}`);
    const fared = over < 0 ? `${-over} light` : over ? `+${over}` : "made";
    return [said, " ", make("small", fared, { className: "keep" })];
  };
  const heading = (number, dealer) => {
    const head = make("th", `${number} `, { scope: "row", className: "keep" });
    head.append(make("small", dealer));
    return head;
  };
  const number = (words) => make("td", words, { className: "num" });
  const row = (line, stands) => {
    const [drawn, cell] = [make("tr"), make("td")];
    const link = make("a", "", { className: "amend", href: `${deals}${line.number}/` });
    link.append(make("span", `Correct deal ${line.number}: `, { className: "sr" }), ...contract(line));
    cell.append(...(stands ? [link] : contract(line)));
    mark(drawn, "rule", line.rubber);
    const score = columns.map((side) => number(line.score[side] ? points(line.score[side]) : ""));
    drawn.append(heading(line.number, line.dealer), cell, ...score);
    drawn.append(...columns.map((side) => number(points(line.cumulative[side]))));
    return drawn;
  };
  const foot = (label, sum) => {
    const drawn = make("tr");
    drawn.append(make("th", label, { scope: "row", colSpan: 4 }), ...columns.map((side) => number(points(sum[side]))));
    return drawn;
  };
  const drawSummary = (stands) => {
    const rows = now.deals.map((line) => row(line, line.number <= stands));
    const first = "NESW".indexOf(now.next_dealer);
    for (let more = 0; more < now.deals_left; more += 1) {
      const blank = make("tr");
      const dealer = "NESW"[(first + more) % 4];
      blank.append(heading(now.deals.length + more + 1, dealer), make("td", "", { colSpan: 5 }));
      rows.push(blank);
    }
    find("#summary-sheet tbody").replaceChildren(...rows);
    const credited = now.credits.ns || now.credits.ew;
    find("#summary-sheet tfoot").replaceChildren(
      ...(now.banked || []).map((stage) => foot("Unfinished rubber before the tie-break", stage)),
      ...(credited ? [foot("Law 80, unfinished rubber", now.credits)] : []),
      foot("Total", now.total),
    );
  };

  const drawForm = () => {
    const coming = now.next_number;
    for (const part of all("#pad > .hint, #pad > .next, #pad > .actions")) part.hidden = !coming;
    if (!form) return;
    form.hidden = !coming;
    form.elements.number.value = coming || "";
    find(".button.primary", form).textContent = `Record deal ${coming}`;
  };

  // The first key that is still to be pressed is asked for.
  const missing = () => {
    const pressed = Object.fromEntries(new FormData(form));
    if (!pressed.declarer) return "";
    return !pressed.level ? "Which level?" : !pressed.denomination ? "Which suit?" : !pressed.result ? "What was the result?" : "";
  };

  return {
    // `facts` are those of each deal, `waiting` is how many at the end the site does not know yet.
    show: (reading, { seats: names, reader, facts, waiting, writable }) => {
      [now, seats, columns] = [reading, names, [reader, other(reader)]];
      drawForm();
      drawEntry(facts[facts.length - 1]);
      const told = JSON.stringify([reading, names, reader]);
      if (told !== drawn) [drawStrip, drawMoment, drawPads].forEach((draw) => draw());
      tell(facts);
      drawn = told; // a pad that stays as it is rings no figure again
      drawSummary(writable ? now.deals.length - waiting : 0);
    },
    // What the deal in the form would write, or what it still lacks.
    preview: (line) => {
      const said = keypad.said();
      const words = said ? [line ? keypad.words(said) : "This deal is impossible."] : [missing()];
      if (line) words.push(wrote(line, false) || "No score");
      find(".preview", form).replaceChildren(...words.flatMap((part, place) => (place ? [make("br"), part] : [part])));
    },
  };
})();
