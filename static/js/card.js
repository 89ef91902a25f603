// Shows the card as the site renders it (competition/match/_card.html). While unsent deals wait on this phone, the
// phone scores them and updates only the strip and the next deal, which players need. The rest waits for the site.
const card = (() => {
  const SUITS = { "♣": "club", "♦": "diamond", "♥": "heart", "♠": "spade" };
  const find = (selector, from = document) => from.querySelector(selector);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const { briefly } = JSON.parse(find("#tariff")?.textContent || "{}");
  const form = find("[data-outbox]");

  const points = (figure) => figure.toLocaleString("en-GB");
  const make = (tag, words) => Object.assign(document.createElement(tag), { textContent: words });
  const mark = (place, name, on) => place.toggleAttribute(`data-${name}`, Boolean(on));
  const write = (name, words) => all(`[data-card=${name}]`).forEach((place) => (place.textContent = words));

  let [now, seats, columns, heard, owed] = [null, {}, ["ns", "ew"], null, false];
  let site = all("[data-site]").map((part) => part.outerHTML).join("");
  const called = (side) => (side === columns[0] ? "We" : "They");
  const other = (side) => (side === "ns" ? "ew" : "ns");
  const exposed = () => (now.vulnerable.length > 1 ? "Both" : now.vulnerable.map(called)[0] || "Nobody");
  const last = () => now.deals[now.deals.length - 1];

  // The points of a deal, such as "We 90 below, 730 above (30 over, 700 rubber); They 100 above".
  const wrote = (line, itemised = true) => {
    const column = (side) => ["below", "above"].map((where) => {
      const own = line.entries.filter((entry) => entry.side === side && entry.line === where);
      const parts = own.map((entry) => `${points(entry.points)} ${briefly[entry.reason] || entry.reason}`).join(", ");
      const sum = own.reduce((total, entry) => total + entry.points, 0);
      return own.length ? `${points(sum)} ${where}${itemised && own.length > 1 ? ` (${parts})` : ""}` : "";
    }).filter(Boolean).join(", ");
    return columns.filter(column).map((side) => `${called(side)} ${column(side)}`).join("; ");
  };

  // The rubber below the line: a row for each game won, followed by the part-scores.
  const drawMiniature = () => {
    const [{ games, part_scores: partScores }, box] = [now, find(".miniature")];
    const wins = now.deals.map(({ game }) => game).filter(Boolean);
    const won = wins.slice(wins.length - games.ns - games.ew).flatMap((winner) =>
      columns.map((side) => make("i", side === winner ? "Game" : "")));
    for (const cell of won) mark(cell, "won", true);
    box.replaceChildren(...won, ...columns.map((side) => make("i", partScores[side] || "–")));
    const said = (what, count) => `${what}, ${columns.map((side) => `${called(side)} ${count[side]}`).join(", ")}`;
    box.setAttribute("aria-label", `This rubber: ${said("games", games)}; ${said("part-scores", partScores)}`);
  };
  const drawStrip = () => {
    const [over, end] = [Boolean(now.winner), now.deals.length + now.deals_left];
    write("number", now.next_number || end);
    write("of", over ? "played" : `of ${end}`);
    write("dealer", seats[now.next_dealer]);
    write("vulnerable", exposed());
    for (const place of all("[data-card=vulnerable]")) mark(place.parentNode, "on", now.vulnerable.length);
    for (const part of all("[data-in-play]")) part.hidden = over;
    find("[data-over]").hidden = !over;
    all(".tally > p").forEach((tally, place) => {
      const [side, on] = [columns[place], !over && now.vulnerable.includes(columns[place])];
      mark(tally, "on", on);
      find(".sr", tally).textContent = on ? ", vulnerable" : "";
      find("strong", tally).textContent = points((over ? now.total : last()?.cumulative || { ns: 0, ew: 0 })[side]);
    });
  };
  // The site describes the last deal and its effects. Until then, "Undo" removes the last unsent deal.
  const hideLast = ({ mayUndo }) => {
    find("#moment").hidden = true;
    find("#last-deal").hidden = !mayUndo;
    find("#last-deal .button .keep").textContent = last()?.number;
    find("#last-deal p").hidden = true;
  };
  const drawForm = (correcting) => {
    if (!form) return;
    form.hidden = !now.next_number && !correcting;
    form.elements.number.value = now.next_number || "";
    find(".button.primary", form).textContent = correcting ? `Correct deal ${correcting}` : `Record deal ${now.next_number}`;
  };

  // Tell screen readers which deals were added or undone since the page was opened. Suits are named in words. The site
  // describes the effects of the last deal, so those sentences are missing while it waits.
  const tell = (facts, waiting, undone) => {
    const suit = (_, level, symbol) => `${level} ${SUITS[symbol]}${level > 1 ? "s" : ""}`;
    const sentences = (parts) => parts.filter(Boolean).map((part) => part.replace(/\.?$/, "."));
    const lines = now.deals.map((line, place) =>
      sentences([`Deal ${line.number}: ${keypad.words(facts[place])}`, wrote(line)]).join(" "));
    const news = lines.filter((line, place) => line !== heard?.[place]);
    owed = news.includes(lines[lines.length - 1]) || (owed && !undone);
    if (owed && !waiting) news.push(...sentences(all("#moment:not([hidden]) > :not([data-asks])").map((part) => part.textContent)));
    if (undone) news.push(`Deal ${undone} was undone.`);
    if (heard && news.length) write("told", news.join(" ").replace(/(\d)([♣♦♥♠])/g, suit));
    [heard, owed] = [lines, owed && waiting > 0];
  };

  return {
    wrote,
    // The parts of the page that the site rendered.
    site,
    // `facts` has the facts of each deal. `waiting` is the number of unsent deals and corrections.
    // `mayUndo` is true if the last deal can be undone now, `undone` is the number of a deal that was undone
    // since the last call.
    show: (reading, { html, seats: names, reader, facts, waiting, mayUndo, correcting, undone }) => {
      [now, seats, columns, site] = [reading, names, [reader, other(reader)], html || site];
      steady.update(site);
      drawForm(correcting);
      if (waiting) for (const draw of [drawStrip, drawMiniature, hideLast]) draw({ mayUndo });
      tell(facts, waiting, undone);
    },
    // Show the points for the deal in the form, or the open question.
    preview: (line) => {
      if (!form) return;
      const said = keypad.said();
      const words = said ? [line ? keypad.words(said) : "This deal is impossible."] : [keypad.missing()];
      if (line) words.push(wrote(line, false) || "No score");
      find(".preview", form).replaceChildren(...words.flatMap((part, place) => (place ? [make("br"), part] : [part])));
    },
  };
})();
