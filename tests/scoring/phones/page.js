// A browser for the scripts of the card: pages with the storage of their phone, its connection and its clock. Time is
// simulated. Only what the scripts use is here.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { createContext, Script } = require("node:vm");
const { words } = require("./site.js");

const folder = join(__dirname, "../../../static/js");
const compiled = ["outbox", "scorer", "sending", "sync"].map((name) =>
  new Script(readFileSync(join(folder, `${name}.js`), "utf8"), { filename: `${name}.js` }));
const exported = new Script("Object.assign(globalThis, { outbox, sending })");
const tariff = process.env.TARIFF;

// Everything that will happen, by simulated time.
class Clock {
  constructor() {
    Object.assign(this, { now: Date.UTC(2026, 4, 30), queue: [], next: 1 });
  }
  at(delay, what) {
    const id = (this.next += 1);
    this.queue.push({ id, due: this.now + Math.max(0, delay || 0), what });
    return id;
  }
  cancel(id) {
    this.queue = this.queue.filter((one) => one.id !== id);
  }
  async settle() {
    for (let turn = 0; turn < 12; turn += 1) await new Promise(setImmediate);
  }
  // Let this much time pass.
  async run(time) {
    const end = this.now + time;
    for (;;) {
      const due = this.queue.filter((one) => one.due <= end).sort((one, other) => one.due - other.due || one.id - other.id)[0];
      if (!due) break;
      this.cancel(due.id);
      this.now = Math.max(this.now, due.due);
      due.what();
      await this.settle();
    }
    this.now = end;
    await this.settle();
  }
}

// One object store with automatic keys. A transaction runs in one go, so no two ever mix.
class Store {
  constructor() {
    Object.assign(this, { rows: new Map(), last: 0 });
  }
  open() {
    const opening = {};
    setImmediate(() => {
      opening.result = { transaction: () => this.transaction() };
      opening.onsuccess();
    });
    return opening;
  }
  transaction() {
    const work = { commit: () => {} };
    const ask = (act) => {
      const asked = { result: structuredClone(act()) };
      queueMicrotask(() => asked.onsuccess?.());
      return asked;
    };
    const put = (row) => {
      const place = row.place ?? (this.last += 1);
      this.rows.set(place, { ...structuredClone(row), place });
      return place;
    };
    work.objectStore = () => ({
      get: (place) => ask(() => this.rows.get(place)),
      getAll: () => ask(() => [...this.rows.values()].sort((one, other) => one.place - other.place)),
      put: (row) => ask(() => put(row)),
      delete: (place) => ask(() => void this.rows.delete(place)),
      clear: () => ask(() => this.rows.clear()),
    });
    setImmediate(() => work.oncomplete());
    return work;
  }
}

class Element {
  constructor(parts = {}) {
    const own = { hidden: true, textContent: "", dataset: {}, children: [], parts };
    Object.assign(this, own, { listeners: {} });
  }
  querySelector(selector) {
    return this.parts[selector] || null;
  }
  querySelectorAll(selector) {
    return this.parts[selector] || [];
  }
  addEventListener(type, heard) {
    (this.listeners[type] ||= []).push(heard);
  }
  dispatchEvent(event) {
    for (const heard of this.listeners[event.type] || []) heard(event);
  }
  focus() {}
  scrollIntoView() {}
  remove() {}
  contains() {
    return true;
  }
}

// The keys of the form (static/js/keypad.js).
const makeKeypad = (form) => {
  let pressed = {};
  const tell = (type) => form.dispatchEvent({ type });
  return {
    press: (keys) => (Object.assign(pressed, keys), tell("change")),
    pressed: () => ({ ...pressed }),
    said: () => (pressed.declarer && pressed.level && pressed.denomination && pressed.result ? { ...pressed } : null),
    typed: () => Object.keys(pressed).length > 0,
    words,
    clear: () => (tell("reset"), (pressed = {})),
    fill: (deal) => {
      const { declarer, level, denomination, doubling } = deal;
      const result = deal.result ?? String(deal.tricks - 6 - deal.level);
      pressed = declarer ? { declarer, level: String(level), denomination, doubling: String(doubling), result } : {};
      tell("change");
    },
  };
};

// A phone: its storage, its connection ("on", "off" or "lossy"), its clock and its open pages.
class Phone {
  constructor({ site, clock, dice, name, wrong }) {
    Object.assign(this, { site, clock, dice, name, wrong, line: "on", pages: [], seen: 0 });
    Object.assign(this, { deals: new Store(), drafts: new Map(), caches: new Map(), session: {}, copy: null, undos: new Set(), undid: new Set() });
  }
  get waiting() {
    return [...this.deals.rows.values()];
  }
  // Open the match from the site, or from this phone. Return undefined if neither has it.
  async open() {
    const state = this.line === "on" ? this.site.state() : this.copy && JSON.parse(this.copy);
    if (!state) return undefined;
    if (this.line === "on") this.see(state);
    const page = new Page(this, { ...state, said: "" });
    this.pages.push(page);
    await page.load();
    return page;
  }
  see({ version }) {
    this.seen = Math.max(this.seen, version);
  }
}

class Page {
  constructor(phone, state) {
    Object.assign(this, { phone, timers: new Set(), isOpen: true, undone: [] });
    const [line, remedy] = [new Element(), new Element()];
    this.words = new Element();
    this.summary = new Element();
    this.buttons = ["theirs", "mine", "keep", "next", "change", "again", "stop", "clear", "drop"].map((value) =>
      Object.assign(new Element(), { value, hidden: true }));
    this.question = new Element({ p: this.words, button: this.buttons });
    this.details = new Element({ summary: this.summary, p: line });
    this.stale = new Element();
    this.unrecorded = new Element();
    this.kept = Object.assign(new Element(), { textContent: JSON.stringify(state) });
    remedy.dataset.cause = "signed-out";
    this.place = new Element({
      "[data-question]": this.question, details: this.details, "[data-cause]": [remedy], "[data-stale]": this.stale,
      "[data-cannot-keep]": new Element(), "[data-unrecorded]": this.unrecorded,
    });
    this.place.children = [this.question, this.details, this.stale, this.unrecorded];
    Object.assign(this.place.dataset, { pad: "1 /deals/", action: "/deals/", poll: "/card.json", asks: "true" });
    this.form = new Element();
    this.form.elements = {};
    this.window = new Element();
    this.document = this.makeDocument();
    this.keypad = makeKeypad(this.form);
  }

  makeDocument() {
    const parts = {
      "#card": this.kept, "#waiting": this.place, "[data-outbox]": this.form, "#tariff": { textContent: tariff },
      "#next": new Element(), "#table": new Element(),
    };
    const page = Object.assign(new Element(parts), { hidden: false });
    page.getElementById = (id) => page.querySelector(`#${id}`);
    return page;
  }
  async load() {
    const { phone, document, window, keypad } = this;
    const later = (what) => (...rest) => this.isOpen && what(...rest);
    const timer = (what, time, ...rest) => {
      const id = phone.clock.at(time, later(() => what(...rest)));
      this.timers.add(id);
      return id;
    };
    const every = (what, time) => timer(() => (what(), every(what, time)), time);
    const skewed = class extends Date {
      static now() {
        return phone.clock.now + phone.wrong;
      }
    };
    this.context = createContext({
      document, keypad, crypto, URL, URLSearchParams, FormData, AbortController, structuredClone, queueMicrotask, Uint8Array,
      Response: class {
        constructor(text) {
          Object.assign(this, { text, json: async () => JSON.parse(text) });
        }
      },
      CustomEvent: class {
        constructor(type, { detail }) {
          Object.assign(this, { type, detail });
        }
      },
      Date: skewed,
      performance: { now: () => phone.clock.now },
      setTimeout: timer,
      clearTimeout: (id) => phone.clock.cancel(id),
      setInterval: every,
      addEventListener: (...rest) => window.addEventListener(...rest),
      indexedDB: { open: () => phone.deals.open() },
      navigator: { get onLine() { return phone.line !== "off"; } },
      sessionStorage: phone.session,
      localStorage: { lasting: "asked" },
      location: { reload: () => {}, assign: () => {} },
      caches: this.caches(),
      fetch: (...rest) => this.fetch(...rest),
      post: (address, body, options) => this.fetch(address, { ...options, body }),
      drafts: {
        get: async (key) => phone.drafts.get(key),
        put: async (key, draft) => void phone.drafts.set(key, structuredClone(draft)),
        remove: async (key) => void phone.drafts.delete(key),
      },
      steady: { remember: () => {}, restore: () => {} },
      card: { wrote: () => "", preview: () => {}, show: (told, more) => this.shows(told, more) },
    });
    document.addEventListener("table", () => this.keep());
    for (const script of compiled) script.runInContext(this.context);
    exported.runInContext(this.context);
    await phone.clock.settle();
  }
  caches() {
    const { caches } = this.phone;
    return {
      has: async () => true,
      match: async (key) => caches.get(key),
      open: async () => ({ put: async (key, response) => void caches.set(key, response) }),
    };
  }
  // static/js/keep.js
  keep() {
    if (!this.phone.waiting.length) this.phone.copy = this.kept.textContent;
  }
  shows(told, { undone, mayUndo }) {
    this.mayUndo = mayUndo && told.deals.length > 0;
    if (undone) this.undone.push(undone);
    this.count = told.deals.length;
  }
  // Send a request. On a lossy line the site may get it without the phone getting the response.
  fetch(address, { body, signal } = {}) {
    const { phone } = this;
    const [line, fields] = [phone.line, body && Object.fromEntries(body)];
    if (address === "/undo/") phone.undos.add(new URLSearchParams(fields.deal).get("submission"));
    return new Promise((resolve, reject) => {
      const fail = () => this.isOpen && reject(new Error("no connection"));
      signal?.addEventListener("abort", fail);
      const arrives = line === "on" || (line === "lossy" && phone.dice() < 0.7);
      const returns = line === "on" || (line === "lossy" && phone.dice() < 0.4);
      phone.clock.at(phone.dice() * (line === "lossy" ? 9000 : 400), () => {
        if (!arrives) return fail();
        const [status, told] = phone.site.answer(address, fields);
        phone.clock.at(phone.dice() * (line === "lossy" ? 9000 : 400), () => {
          if (!returns || !this.isOpen || phone.line === "off") return fail();
          if (told) phone.see(told);
          resolve({ status, ok: status < 300, json: async () => structuredClone(told) });
        });
      });
    });
  }

  close() {
    this.isOpen = false;
    for (const id of this.timers) this.phone.clock.cancel(id);
    this.phone.pages = this.phone.pages.filter((page) => page !== this);
  }
  // Press a button of a form, as the browser does.
  submit(form, submitter = { name: "" }) {
    const matches = (selector) => form.selector === selector;
    const target = form === this.form ? Object.assign(this.form, { matches }) : { ...form, matches };
    this.document.dispatchEvent({ type: "submit", target, submitter, preventDefault: () => {} });
  }
  record(deal) {
    if (deal.passed_in) return this.submit(this.form, { name: "passed_in" });
    this.keypad.press(deal);
    return this.submit(this.form);
  }
  get stands() {
    return JSON.parse(this.kept.textContent);
  }
  undo() {
    const { deals } = this.stands;
    const last = deals[deals.length - 1] || {};
    const facts = Object.entries(last).map(([name, value]) => [name, value === true ? "on" : String(value)]);
    const deal = new URLSearchParams([["number", deals.length], ...facts]).toString();
    this.submit({ selector: "[data-undo]", action: "/undo/", elements: { deal: { value: deal } } });
  }
  correct(number) {
    const link = { pathname: `/deals/${number}/`, href: "" };
    const closest = (selector) => (selector === "a.correct" ? link : null);
    this.document.dispatchEvent({ type: "click", target: { closest }, preventDefault: () => {} });
  }
  answer(button) {
    this.document.dispatchEvent({ type: "click", target: { closest: (s) => (/question/.test(s) ? button : null) } });
  }
  get version() {
    return this.stands.version;
  }
  get asked() {
    return this.question.hidden ? "" : this.words.textContent;
  }
  get answers() {
    return this.question.hidden ? [] : this.buttons.filter(({ hidden }) => !hidden);
  }
  get counted() {
    return this.details.hidden ? 0 : Number(this.summary.textContent.match(/(\d+) (?:deal|change)s? saved/)[1]);
  }
}

module.exports = { Clock, Phone };
