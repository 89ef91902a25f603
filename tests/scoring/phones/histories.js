// Plays random histories of two phones at one table, and prints each message that was not true and each deal that was
// lost or doubled. Arguments: the number of histories and the first seed.
const { Clock, Phone } = require("./page.js");
const { Site, words } = require("./site.js");

// How far the clock of a phone is wrong, in milliseconds.
const WRONG = [0, 0, -7, 9].map((hours) => hours * 3600 * 1000);
const makeDice = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
};

// A page counts anew after each change, at the latest when it tries again to send (static/js/sending.js).
const SOON = 3500;

class History {
  constructor(seed, seen) {
    this.dice = makeDice(seed);
    Object.assign(this, { seed, seen, faults: [], clock: new Clock(), site: new Site() });
    Object.assign(this, { pressed: new Set(), settled: new Set(), steps: [] });
    this.phones = ["ours", "theirs"].map((name) =>
      new Phone({ site: this.site, clock: this.clock, dice: this.dice, name, wrong: this.pick(WRONG) }));
  }
  pick(choices) {
    return choices[Math.floor(this.dice() * choices.length)];
  }
  fault(page, what) {
    this.faults.push(`seed ${this.seed}, ${page.phone ? page.phone.name : "site"}: ${what} after ${this.steps.slice(-(process.env.STEPS || 12)).join("; ")}`);
  }
  deal() {
    const level = this.pick(["1", "2", "3", "4", "4", "7"]);
    const deal = { declarer: this.pick(["N", "E"]), level, denomination: this.pick(["H", "NT"]), doubling: "1" };
    return { ...deal, result: this.pick(["0", "0", "-1"]) };
  }

  // The marks of the deals that wait on a phone to be recorded.
  marks(phone) {
    return phone.waiting.filter(({ to }) => !to).map(({ mark }) => mark);
  }
  // Do what a user does on a page. The user knows about each deal that leaves the phone by it.
  async act(page, name, what) {
    const { phone } = page;
    this.steps.push(`${phone.name} ${name}`);
    page.changed = this.clock.now;
    const [before, stood] = [this.marks(phone), phone.waiting];
    what();
    await this.clock.settle();
    const left = stood.filter(({ place }) => !phone.deals.rows.has(place));
    if (name === "undoes") for (const { number } of left) phone.undid.add(number);
    page.corrects = page.keypad.typed() && (page.corrects || name === "corrects");
    page.since = page.corrects || name === "undoes" || !page.keypad.typed() ? undefined : page.asked ? page.since : page.version;
    phone.since = page.since;
    const now = this.marks(phone);
    for (const mark of now) this.pressed.add(mark);
    for (const mark of before) if (!now.includes(mark)) this.settled.add(mark);
    await this.check();
  }
  async pass(time) {
    this.steps.push(`${Math.round(time)} ms`);
    const end = this.clock.now + time;
    while (this.clock.now < end) {
      await this.clock.run(Math.min(1000, end - this.clock.now));
      await this.check();
    }
  }

  async step(phone) {
    const [page] = phone.pages;
    const how = this.dice();
    if (how < 0.16) {
      phone.line = this.pick(["on", "on", "off", "lossy"]);
      this.steps.push(`${phone.name} ${phone.line}`);
    } else if (how < 0.18) {
      phone.wrong = this.pick(WRONG);
      this.steps.push(`${phone.name} sets its clock`);
    } else if (how < 0.4) {
      await this.pass(this.dice() * this.pick([300, 2500, 12000]));
    } else if (!page || how > 0.97) {
      this.steps.push(`${phone.name} opens`);
      await this.watch(await phone.open());
    } else if (how < 0.5) {
      this.steps.push(`${phone.name} ${how < 0.45 ? "reloads" : "closes"}`);
      page.close();
      if (how < 0.45) await this.watch(await phone.open());
    } else {
      await this.use(page);
    }
  }
  async use(page) {
    const how = this.dice();
    if (page.answers.length && !page.keypad.typed()) return this.reply(page);
    if (how < 0.4) return this.act(page, "records", () => page.record(this.dice() < 0.1 ? { passed_in: "on" } : this.deal()));
    if (how < 0.6) return this.begin(page);
    if (how < 0.65) return this.act(page, "clears", () => page.keypad.clear());
    if (how < 0.85 && !page.keypad.typed() && page.mayUndo) return this.act(page, "undoes", () => (page.phone.undid.add(page.count), page.undo()));
    if (how < 0.92 && page.stands.deals.length) return this.act(page, "corrects", () => page.correct(page.stands.deals.length));
    return this.reply(page);
  }
  async begin(page) {
    await this.act(page, "begins", () => page.keypad.press({ level: "3" }));
  }
  async reply(page) {
    if (!page.answers.length) return;
    const [button, [asked]] = [this.pick(page.answers), page.phone.waiting];
    // The phone waits for the site before it removes such a deal.
    if (/mine|change/.test(button.value) && asked?.mark) this.settled.add(asked.mark);
    await this.act(page, `answers ${button.value}`, () => page.answer(button));
  }
  async watch(page) {
    if (page) page.since = page.phone.since;
    await this.check();
  }

  // Check every message on every open page.
  async check() {
    for (const phone of this.phones) for (const page of phone.pages) this.checkPage(page);
  }
  checkPage(page) {
    const { phone, asked } = page;
    if (asked !== page.checked) this.checkQuestion(page, asked);
    [page.checked, page.before] = [asked, page.version];
    for (const number of page.undone.splice(0)) this.checkAnnounced(page, number);
    this.checkCount(page);
    this.checkKeys(page);
  }
  // The page counts the deals that wait, soon after they changed. A question about the only one stands for it.
  checkCount(page) {
    const { phone, counted } = page;
    const kept = JSON.stringify(phone.waiting);
    if (page.counts !== kept) [page.counts, page.changed] = [kept, this.clock.now];
    if (this.clock.now - page.changed < SOON) return;
    const waiting = phone.waiting.length;
    if (counted !== waiting && !(page.asked && waiting === 1)) this.fault(page, `counts ${counted} deals, ${waiting} wait`);
    if (counted) this.seen.waiting += 1;
  }
  // The page asks about the keys if deals before them were removed since they were pressed.
  checkKeys(page) {
    if (!page.keypad.typed()) page.since = undefined;
    if (page.since === undefined || page.phone.waiting.length || page.asked) return;
    const [before, now] = [page.since, page.version].map((version) => this.site.sheets[version].length);
    if (this.site.removed.some((one) => one.version > page.since && page.phone.undos.has(one.by))) return; // It knows.
    if (now < before) this.fault(page, `does not say that ${before - now} deals were removed`);
  }
  checkQuestion(page, asked) {
    const [phone, site] = [page.phone, this.site];
    const undone = asked.match(/^Deals? (\d+) was undone\.|^Deal (\d+) was undone on the other phone/);
    const stands = asked.match(/^Deal (\d+) is recorded as (.*?)\. You|^From the other phone: deal (\d+), (.*?)\./);
    const open = asked.match(/^Deal (\d+) is not recorded yet/);
    if (undone) {
      this.seen.undone += 1;
      const number = Number(undone[1] || undone[2]);
      if (!site.removed.some((one) => one.number === number && one.version <= page.version)) this.fault(page, `"${asked}"`);
    }
    if (stands) {
      this.seen.stands += 1;
      const [number, deal] = stands[1] ? [stands[1], stands[2]] : [stands[3], stands[4]];
      const versions = site.sheets.slice(page.before || 0, page.version + 1);
      if (!versions.some((sheet) => sheet[number - 1] === deal)) this.fault(page, `"${asked}"`);
    }
    if (open) {
      this.seen.open += 1;
      const mine = phone.waiting.find(({ doubted, number }) => doubted && number === Number(open[1]));
      if (mine && site.keys.has(mine.mark)) this.fault(page, `"${asked}"`);
    }
  }
  // A deal is announced as undone once it was undone by this phone or on the site.
  checkAnnounced(page, number) {
    this.seen.announced += 1;
    if (!page.phone.undid.has(number) && !this.site.removed.some((one) => one.number === number)) this.fault(page, `announces that deal ${number} was undone`);
  }

  // Connect both phones and answer all questions. Then nothing waits, nothing is lost and nothing is doubled.
  async end() {
    for (const phone of this.phones) {
      phone.line = "on";
      if (!phone.pages.length) await this.watch(await phone.open());
    }
    for (let turn = 0; turn < 60; turn += 1) {
      await this.pass(5000);
      if (process.env.STEPS) for (const phone of this.phones) this.steps.push(JSON.stringify([phone.name, phone.waiting, phone.pages[0].asked, phone.pages[0].answers.map((a) => a.value), phone.pages[0].details.hidden, this.site.deals]));
      const pages = this.phones.flatMap((phone) => phone.pages).filter((page) => page.answers.length);
      if (!pages.length && this.phones.every((phone) => !phone.waiting.length)) {
        // The last requests on a bad line end, and so do the pauses between two attempts.
        await this.pass(45000);
        if (this.phones.every((phone) => !phone.waiting.length && phone.pages.every((page) => !page.answers.length))) break;
      }
      for (const page of pages) {
        if (page.answers.length) await this.reply(page);
      }
    }
    for (const phone of this.phones) {
      if (phone.waiting.length) this.fault({ phone }, `${phone.waiting.length} deals still wait`);
      for (const page of phone.pages) this.checkEnd(page);
    }
    this.checkDeals();
  }
  checkEnd(page) {
    const [shown, stands] = [page.stands.deals.map(words), this.site.deals.map(words)];
    if (shown.join() !== stands.join()) this.fault(page, `shows ${shown}, not ${stands}`);
    if (page.counted) this.fault(page, "counts deals that wait");
  }
  checkDeals() {
    const stood = new Set(this.site.recorded.map(({ mark }) => mark));
    for (const mark of this.pressed) {
      if (!stood.has(mark) && !this.settled.has(mark)) this.fault({}, `lost the deal ${mark.slice(0, 6)}`);
    }
    const marks = this.site.recorded.filter(({ isNew }) => isNew).map(({ mark }) => mark);
    if (new Set(marks).size !== marks.length) this.fault({}, "recorded a deal twice");
    this.checkUndone();
  }
  // A deal that was undone before the site confirmed it is not on the sheet, unless the phone said so.
  checkUndone() {
    for (const { mark } of this.site.deals) {
      if (this.settled.has(mark) && this.isCancelled(mark)) this.fault({}, `kept the undone deal ${mark.slice(0, 6)}`);
    }
  }
  isCancelled(mark) {
    return this.cancelled.has(mark) && !this.site.refusedUndo.includes(mark);
  }

  async play() {
    this.cancelled = new Set();
    for (const phone of this.phones) await this.watch(await phone.open());
    const steps = 15 + Math.floor(this.dice() * 30);
    for (let step = 0; step < steps; step += 1) {
      await this.step(this.pick(this.phones));
      for (const phone of this.phones) for (const { fields } of phone.waiting) this.noteCancelled(fields);
    }
    await this.end();
    return this.faults;
  }
  noteCancelled(fields) {
    const key = fields?.deal && new URLSearchParams(fields.deal).get("cancels");
    if (key) this.cancelled.add(key);
  }
}

const main = async () => {
  const [count, first] = process.argv.slice(2).map(Number);
  const seen = { waiting: 0, undone: 0, stands: 0, open: 0, announced: 0 };
  const faults = [];
  for (let seed = first; seed < first + count; seed += 1) {
    faults.push(...(await new History(seed, seen).play()));
  }
  process.stdout.write(JSON.stringify({ faults, seen }));
};
main();
