// The score sheet of one match as the site keeps it (competition/match/actions/play.py), with its history for the tests.
const fare = ({ level, result, tricks }) => Number(result ?? tricks - 6 - level);
const words = (deal) =>
  "passed_in" in deal && deal.passed_in ? "passed in" : `${deal.level}${deal.denomination} by ${deal.declarer}, ${fare(deal)}`;
const isUnlikely = (deal) => Number(deal.level) === 7;

class Refusal extends Error {}

class Site {
  constructor() {
    Object.assign(this, { deals: [], version: 0, keys: new Set(), sheets: [[]], removed: [], recorded: [], refusedUndo: [] });
  }

  change() {
    this.version += 1;
    this.sheets[this.version] = this.deals.map(words);
  }
  uses(key) {
    const isNew = !this.keys.has(key);
    this.keys.add(key);
    return isNew;
  }
  state(said = "", again = null) {
    const deals = this.deals.map(({ declarer, level, denomination, doubling, result, passed_in }) =>
      passed_in ? { passed_in: true } : { declarer, level, denomination, doubling, tricks: 6 + Number(level) + Number(result) });
    const conditions = { deals: 30, extra_deals: 2, tie_break: "continue", only_partscore: 50 };
    const seats = { N: "Ada", E: "Bob", S: "Cyd", W: "Dan" };
    return {
      shown: String(this.version), page: "page", sheet: "1", version: this.version, seats, reader: "ns", conditions,
      first_dealer: "N", deals, writable: true, html: "", said, again,
    };
  }

  record({ asks, number, submission, sheet, ...deal }) {
    const [place, next] = [Number(number), this.deals.length + 1];
    if (this.keys.has(submission)) return {};
    if (asks && place === next && isUnlikely(deal)) return { again: { ...deal, asks: "" }, said: "All thirteen tricks?" };
    if (place > next) return { said: `You cannot record deal ${place} yet. Deal ${next} is next.` };
    this.uses(submission);
    const stands = this.deals[place - 1];
    if (stands && words(stands) !== words(deal)) {
      this.keys.delete(submission);
      return { said: `Deal ${place} is already on the score sheet with another score.` };
    }
    this.recorded.push({ mark: submission, isNew: !stands });
    if (stands) return {};
    this.deals.push({ ...deal, mark: submission });
    this.change();
    return {};
  }
  undo({ deal }) {
    const { number, submission, cancels, ...undone } = Object.fromEntries(new URLSearchParams(deal));
    if (submission && !this.uses(submission)) return {};
    if (cancels && this.uses(cancels)) return {};
    const last = this.deals[this.deals.length - 1];
    if (!last || this.deals.length !== Number(number) || words(last) !== words(undone)) {
      this.keys.delete(submission);
      this.refusedUndo.push(cancels);
      return { said: `Deal ${number} has changed or is no longer the last deal, so nothing was undone.` };
    }
    this.deals.pop();
    this.change();
    this.removed.push({ number: Number(number), version: this.version, by: submission });
    return {};
  }
  correct(number, { submission, sheet, stood, ...deal }) {
    if (!this.uses(submission)) return {};
    const before = Object.fromEntries(new URLSearchParams(stood));
    const stands = this.deals[number - 1];
    if (!stands || words(stands) !== words(before)) {
      this.keys.delete(submission);
      return { said: `Deal ${number} or the seats were changed on another phone, so your correction was not made.` };
    }
    this.deals[number - 1] = { ...deal, mark: stands.mark };
    this.change();
    return {};
  }

  // Return the status and the data of the response to a request.
  answer(address, fields) {
    const { pathname, searchParams } = new URL(address, "http://site");
    if (!fields) return searchParams.get("shown") === String(this.version) ? [204] : [200, this.state()];
    const number = pathname.match(/deals\/(\d+)\//)?.[1];
    if (fields.ask) return [200, this.state()]; // The other pair is asked to change the deal.
    const { said, again } = /undo/.test(pathname) ? this.undo(fields)
      : number ? this.correct(Number(number), fields) : this.record(fields);
    return [said ? 409 : 200, this.state(said, again)];
  }
}

module.exports = { Site, words };
