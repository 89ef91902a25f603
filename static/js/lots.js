// Makes the draw again from the draw record, following the steps on its page, and compares each match.
// It shares no code with the server, so the two check each other.
{
  const primes = [...Array(312).keys()].slice(2).filter((n) => [...Array(n).keys()].slice(2).every((d) => n % d));
  const fraction = (root) => ((root % 1) * 2 ** 32) | 0;
  const constants = primes.map((prime) => fraction(Math.cbrt(prime)));
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  const block = (hash, words) => {
    for (let at = 16; at < 64; at += 1) {
      const [early, late] = [words[at - 15], words[at - 2]];
      words[at] = words[at - 16] + words[at - 7]
        + (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) + (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let at = 0; at < 64; at += 1) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[at] + words[at]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => { hash[at] = (hash[at] + word) | 0; });
  };
  const sha256 = (text) => {
    const bytes = new TextEncoder().encode(text);
    const padded = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
    new Uint8Array(padded.buffer).set(bytes);
    padded.setUint8(bytes.length, 128);
    padded.setUint32(padded.byteLength - 4, bytes.length * 8);
    const hash = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
    const words = new Int32Array(64);
    for (let from = 0; from < padded.byteLength; from += 64) {
      for (let at = 0; at < 16; at += 1) words[at] = padded.getInt32(from + 4 * at);
      block(hash, words);
    }
    return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  };

  const canonical = (value) => {
    if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
  };

  class Lots {
    constructor(name) { Object.assign(this, { name, texts: 0, numbers: [] }); }

    below(n) {
      for (;;) {
        if (!this.numbers.length) {
          this.texts += 1;
          this.numbers = sha256(`${this.name}/${this.texts}`).match(/.{4}/g).map((digits) => parseInt(digits, 16)).reverse();
        }
        const number = this.numbers.pop();
        if (number < 65536 - (65536 % n)) return number % n;
      }
    }

    shuffled(items) {
      const list = [...items];
      for (let last = list.length - 1; last > 0; last -= 1) {
        const other = this.below(last + 1);
        [list[last], list[other]] = [list[other], list[last]];
      }
      return list;
    }
  }

  const folded = (name) => name.toLowerCase().trim().split(/\s+/).join(" ");
  const faultsOf = (rules) => (one, other) => {
    if (!one || !other) return one || other ? 1024 ** 5 * !!(one || other).had_bye : Infinity;
    const faults = [
      one.met && one.met.includes(other.number),
      one.seed && other.seed,
      rules.opening_day_together && !(one.attending && other.attending),
      rules.clubs_apart && one.club && one.club === other.club,
      rules.areas_together && !(one.area && one.area === other.area),
    ];
    return faults.reduce((sum, fault) => sum * 1024 + (fault ? 1 : 0), 0);
  };
  const twos = (order) => order.filter((_, at) => at % 2 === 0).map((one, at) => [one, order[2 * at + 1]]);

  // Steps 3 to 6: the matches and byes of the pairs without an awarded bye, and the number of random first rounds.
  const firstRound = (rest, byes, rules, lots) => {
    const faults = faultsOf(rules);
    const total = (order) => twos(order).reduce((sum, [one, other]) => sum + faults(one, other), 0);
    const seated = rest.length - byes;
    const coming = rules.opening_day_together ? rest.filter((pair) => pair.attending) : [];
    const together = Math.min(seated, coming.length - (coming.length % 2));
    const byLot = () => {
      const first = lots.shuffled(coming).slice(0, together);
      const all = [...first, ...lots.shuffled(rest.filter((pair) => !first.includes(pair)))];
      return [...all.slice(0, seated), ...all.slice(seated).flatMap((pair) => [pair, null])];
    };
    const least = rules.opening_day_together ? ((seated - together) / 2) * 1024 ** 2 : 0;
    let best = null;
    for (let tries = 1; tries <= 1000; tries += 1) {
      const order = byLot();
      if (total(order) === least) return [order, tries];
      if (!best || total(order) < total(best)) best = order;
    }
    for (let step = 0; step < 1000 * rest.length; step += 1) {
      const places = Array.from({ length: 2 + (step % 2) }, () => lots.below(best.length));
      const isApart = new Set(places.map((place) => place >> 1)).size === places.length;
      const cost = () => places.reduce((sum, place) => sum + faults(best[place], best[place ^ 1]), 0);
      const rotate = (list) => {
        const moved = list.map((place) => best[place]);
        list.forEach((_, at) => { best[list[(at + 1) % list.length]] = moved[at]; });
      };
      if (isApart) {
        const before = cost();
        rotate(places);
        if (cost() > before) rotate([...places].reverse());
      }
    }
    return [best, 0];
  };

  const shared = (number, parts, lots) => {
    let shares = [number];
    while (shares.length < parts) {
      shares = shares.flatMap((share) => {
        const upper = Math.floor(share / 2) + (share % 2 && lots.below(2));
        return [upper, share - upper];
      });
    }
    return shares;
  };

  // 1 for each match with a bye, 0 for one without, and null in the sections with a place kept for a later pair.
  const byesOf = (byes, size, kept, left, lots) => {
    const keeps = kept ? shared(kept, left, lots) : Array(left).fill(0);
    const open = [...keeps.keys()].filter((at) => !keeps[at]);
    const extra = byes % open.length;
    const more = extra ? lots.shuffled(open).slice(0, extra) : [];
    return keeps.flatMap((isKept, at) => (isKept
      ? Array(size).fill(null)
      : shared(Math.floor(byes / open.length) + more.includes(at), size, lots)));
  };

  const seedsSeated = (seeds, byes, apart, mayShare, lots) => {
    for (;;) {
      const table = new Map();
      for (const match of seeds) {
        const size = byes.length / apart / 2 ** Math.ceil(Math.log2(Math.floor(table.size / apart) + 1));
        const others = (at) => [...table.keys()].filter((key) => Math.floor(key / size) === Math.floor(at / size)).length;
        const all = [...byes.keys()].filter((at) => byes[at] === (match[1] ? 0 : 1) && !table.has(at));
        const fewest = mayShare ? Math.min(...all.map(others)) : 0;
        const free = all.filter((at) => others(at) === fewest);
        if (!free.length) break;
        table.set(free[lots.below(free.length)], match);
      }
      if (table.size === seeds.length) return table;
    }
  };

  const upperAndLower = (match, lots) => (lots.below(2) ? [match[1], match[0]] : match).map((pair) => pair && pair.number);

  // Step 7: the pair in each place from the top, or null for a bye.
  const seats = (matches, kept, left, apart, lots) => {
    const byes = byesOf(matches.filter(([, other]) => !other).length, matches.length / (left - kept), kept, left, lots);
    const rank = (match) => Math.min(...match.map((pair) => pair?.seed || Infinity));
    const seeds = matches.filter((match) => rank(match) < Infinity).sort((one, other) => rank(one) - rank(other));
    const table = seedsSeated(seeds, byes, apart, left > 1, lots);
    const others = lots.shuffled(matches.filter((match) => !seeds.includes(match)));
    const rest = [0, 1].map((bye) => others.filter(([, other]) => !other === !!bye));
    return byes.flatMap((bye, at) => {
      if (bye === null) return [null, null];
      return upperAndLower(table.get(at) || rest[bye].pop(), lots);
    });
  };

  // The draw for a locked list and a seed, or that of one round if each round is drawn by itself.
  const draw = ({ algorithm, entries, conditions }, seed) => {
    const lots = new Lots(`${algorithm}/${seed}`);
    const pairs = entries
      .map((pair) => ({ ...pair, club: folded(pair.club), area: folded(pair.area) }))
      .sort((one, other) => one.number - other.number);
    const kept = conditions.join_places || 0;
    const apart = conditions.sections || 1;
    const left = kept ? conditions.join_left : apart;
    const byes = conditions.drawn_by_round
      ? pairs.length % 2
      : (left - kept) * 2 ** Math.ceil(Math.log2(pairs.length / (left - kept))) - pairs.length;
    const given = lots.shuffled(pairs.filter((pair) => pair.given_bye)).slice(0, byes);
    const rest = pairs.filter((pair) => !given.includes(pair));
    const [order, tries] = firstRound(rest, byes - given.length, conditions, lots);
    const drawn = twos(order);
    const matches = [
      ...drawn.filter(([one, other]) => one && other),
      ...drawn.filter(([one, other]) => !one || !other).map(([one, other]) => [one || other, null]),
      ...given.map((pair) => [pair, null]),
    ];
    const places = conditions.drawn_by_round
      ? lots.shuffled(matches).flatMap((match) => upperAndLower(match, lots))
      : seats(matches, kept, left, apart, lots);
    return { places, tries, texts: lots.texts };
  };

  // The draw of a later round, whose places have the numbers of the matches of the round before.
  const drawRound = ({ algorithm, conditions }, { round, ways, seed }) => {
    const holds = round <= conditions.preference_rounds;
    const rules = {
      drawn_by_round: true,
      clubs_apart: holds && conditions.clubs_apart,
      areas_together: holds && conditions.areas_together,
    };
    return draw({ algorithm, conditions: rules, entries: ways.map((way) => ({ ...way, number: way.match })) }, seed);
  };

  // Yields the lines of the comparison of a later round.
  const comparedRound = function* (committed, name, drawing, before) {
    const { attempt, secret, seed, places, first_rounds_tried: tries, texts_used: texts } = drawing;
    yield [`${name}: the secret number`, sha256(secret) === before && seed === `${secret}/${attempt}`];
    const again = drawRound(committed, drawing);
    yield [`${name}: the number of lots`, again.places.length === places.length && again.tries === tries && again.texts === texts];
    const lost = drawing.ways.find((way) => way.lost);
    const said = (match) => (match && lost && match === lost.match ? "closest losers" : match ? `winner of match ${match}` : "bye");
    for (const [at, two] of twos(again.places).entries()) {
      yield [`${name}: ${two.map(said).join(" v ")}`, two.every((match, side) => match === places[2 * at + side])];
    }
  };

  // Yields the lines of the comparison: its subject, and true if this draw and the record agree.
  const compared = function* (record) {
    const { committed, commitments, attempts, seed, lots, first_rounds_tried: tries, texts_used: texts, swaps, places } = record;
    const last = attempts[attempts.length - 1];
    const own = [committed.secret, last.number, ...(last.dice ? [last.dice] : [])].join("/");
    yield ["The list and the secret number", sha256(canonical(committed)) === commitments[commitments.length - 1].sha256];
    yield [last.dice ? "The secret number and the dice" : "The secret number", own === seed];
    const again = draw(committed, own);
    yield ["The number of lots", again.places.length === lots.length && again.tries === tries && again.texts === texts];
    const names = new Map(committed.entries.map(({ number, pair }) => [number, pair]));
    for (let at = 0; at < again.places.length; at += 2) {
      const two = again.places.slice(at, at + 2);
      if (!two[0] && !two[1]) continue;
      const said = two.includes(null) ? `${names.get(two[0] || two[1])}: bye` : two.map((number) => names.get(number)).join(" v ");
      yield [said, two.every((number, side) => lots[at + side] && lots[at + side].pair === number)];
    }
    const moved = swaps.reduce((now, { one, other }) => now.map((number) => ({ [one]: other, [other]: one })[number] || number), again.places);
    yield [swaps.length ? "The places after the swaps" : "The places", canonical(moved) === canonical(places)];
    const drawings = record.drawings || [];
    for (const [at, drawing] of drawings.entries()) {
      const before = at ? drawings[at - 1].secret : committed.secret;
      yield* comparedRound(committed, record.rounds[drawing.round - 1].name, drawing, before);
    }
  };

  const check = async (section) => {
    const [button, state] = ["button", "[role=status]"].map((part) => section.querySelector(part));
    const list = section.querySelector("ol") || document.createElement("ol");
    const say = (name) => {
      section.dataset.state = name;
      state.textContent = section.dataset[name];
    };
    button.disabled = true;
    say("running");
    list.replaceChildren();
    section.append(list);
    try {
      const record = await (await fetch(section.dataset.record)).json();
      await new Promise((resolve) => { setTimeout(resolve, 50); }); // The sentence appears before the work begins.
      for (const [text, agrees] of compared(record)) {
        const line = document.createElement("li");
        line.textContent = text;
        if (!agrees) line.className = "differs";
        list.append(line);
        if (!agrees) break;
      }
      say(list.querySelector(".differs") ? "differs" : "agrees");
    } catch {
      say("unread");
    }
    button.disabled = false;
  };
  for (const section of document.querySelectorAll("[data-record]")) {
    section.hidden = false;
    section.querySelector("button").addEventListener("click", () => check(section));
  }
  document.drawLots = (locked, seed) => (typeof seed === "string" ? draw(locked, seed) : drawRound(locked, seed));
}
