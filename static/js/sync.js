// Synchronises this phone with the site. The phone stores a deal, shows it at once and sends it until the site
// responds. Deals from other phones appear within seconds. If the user is entering a deal, the page asks about them.
if (document.getElementById("card")) {
  const POLL = 4000;
  const SLOW = 2000;
  const TOUCH = 1000;
  const find = (selector) => document.querySelector(selector);
  const [kept, place, form] = [find("#card"), find("#waiting"), find("[data-outbox]")];
  const tariff = JSON.parse(find("#tariff")?.textContent || "null");
  let sheet = JSON.parse(kept.textContent);
  const { page } = sheet;
  const hasPad = Boolean(sheet.sheet); // False before the score sheet is started. The page reloads once it is started.
  const tries = sending.backOff();
  let [waiting, became, question, drawn, underWay, stood] = [[], "", null, "", false, []];
  let sendingNow = null; // The deals that are being sent, as a promise.
  let arriving = []; // Deals that the site has recorded, until the page takes the response.
  let keeps = true; // False if this phone cannot store deals.
  let correcting = null; // The recorded deal that the keys correct, while there is no connection.
  let undone = 0; // The number of the unsent deal that was undone since the page was drawn.
  let unrecorded = null; // The deal that is neither stored nor recorded. Its keys stay chosen.
  // The version of the page after the last reload.
  const renewed = (version) => {
    try {
      if (version !== undefined) sessionStorage.renewed = version;
      return sessionStorage.renewed;
    } catch {} // This browser cannot store anything.
  };
  if (renewed() === page) {
    renewed("");
    // The page has reloaded itself, so tell screen readers what has changed.
    const [told, news] = [find("[data-card=told]"), document.querySelectorAll(".stands, #notices > p, #notices [role=status]")];
    if (told) setTimeout(() => (told.textContent = Array.from(news, (part) => part.textContent).join(" ")), TOUCH);
  }

  // The unsent deals that can follow the recorded deals. A deal that the site has questioned is not recorded, so
  // it does not count, and neither do the deals after it.
  const ahead = () => {
    const asked = waiting.findIndex((deal) => deal.doubted);
    return waiting.slice(0, asked < 0 ? waiting.length : asked).filter(({ to, number, said }) =>
      !to && number > recorded().length && (!said.sheet || said.sheet === sheet.sheet));
  };
  // The recorded deals. Unsent corrections of the last one count already, unless it was changed since. Others may need
  // the other pair's consent.
  const recorded = () => {
    const deals = [...sheet.deals];
    for (const { to, number, said, isReply, fields } of waiting) {
      if (!to || isReply || number !== deals.length) continue;
      const stood = Object.fromEntries(new URLSearchParams(said ? fields.stood : fields.deal));
      if (keypad.words(stood) === keypad.words(deals[number - 1])) deals.splice(-1, 1, ...(said ? [said] : []));
    }
    return deals;
  };
  const read = (deals) => scorer.read({ ...sheet, tariff, deals });
  const reading = (waits = ahead()) => {
    try {
      return read([...recorded(), ...waits.map(({ said }) => said)]);
    } catch (error) {
      if (!waits.length) throw error;
      return reading(waits.slice(0, -1)); // The match is decided before the last deal, or the deal is impossible.
    }
  };
  const preview = () => {
    const said = keypad.said();
    let line = null;
    try {
      const deals = [...recorded(), ...ahead().map((deal) => deal.said)];
      const place = correcting ? correcting.number - 1 : deals.length;
      deals[place] = said;
      if (said) line = read(deals).deals[place];
    } catch {} // The deal is impossible.
    card.preview(line);
  };

  const ask = () => {
    const box = place.querySelector("[data-question]");
    const told = JSON.stringify(question);
    if (box.told === told) return;
    box.told = told;
    box.hidden = !question;
    if (!question) return;
    box.querySelector("p").textContent = question.words;
    for (const button of box.querySelectorAll("button")) {
      button.textContent = question.answers[button.value] || "";
      button.hidden = !button.textContent;
    }
    box.inert = true; // The user may be about to press something else.
    setTimeout(() => (box.inert = false), TOUCH);
  };
  const list = (told) => {
    const box = place.querySelector("details");
    box.hidden = !waiting.length || became === "sending" || (Boolean(question?.place) && waiting.length === 1);
    const [one, more] = waiting.some(({ to }) => to) ? ["change", "changes"] : ["deal", "deals"];
    const count = waiting.length === 1 ? `1 ${one}` : `${waiting.length} ${more}`;
    const remedies = [...place.querySelectorAll("[data-cause]")];
    for (const remedy of remedies) remedy.hidden = box.hidden || remedy.dataset.cause !== became;
    // Deals with a remedy on the page stay unsent until the user acts.
    const needsUser = remedies.some((remedy) => !remedy.hidden);
    const why = needsUser || !sending.WHY[became] ? "" : `${sending.WHY[became]} `;
    box.querySelector("summary").textContent = `${why}${count} saved on this phone, not sent yet.`;
    box.querySelector("p").hidden = needsUser || !keeps;
    listKept(told, box.hidden);
  };
  // List the unsent deals with their points, and name the last deal on the score sheet below.
  const listKept = (told, isHidden) => {
    const kept = find("#kept-deals");
    if (!kept) return;
    kept.hidden = isHidden;
    const [row, [stands], mine] = [kept.querySelector("template").content, kept.querySelectorAll("p"), told ? ahead() : []];
    kept.querySelector("ol").replaceChildren(...waiting.map((deal) => {
      const item = row.firstElementChild.cloneNode(true);
      const line = mine.includes(deal) && told.deals[recorded().length + mine.indexOf(deal)];
      const number = deal.to ? `${deal.number} ${deal.isReply ? "answered" : deal.said ? "corrected" : "undone"}` : deal.number;
      [number, deal.words, line ? card.wrote(line) : ""].forEach((words, at) => (item.children[at].textContent = words));
      return item;
    }));
    stands.hidden = !sheet.deals?.length;
    stands.firstElementChild.textContent = sheet.deals?.length;
  };

  // Say that this phone cannot store deals, and name the deal that is not recorded.
  const tellUnkept = (told) => {
    const [cannot, lost] = ["[data-cannot-keep]", "[data-unrecorded]"].map((part) => place.querySelector(part));
    cannot.hidden = keeps || !form;
    if (unrecorded && unrecorded.number !== told?.next_number) unrecorded = null; // The other phone has recorded it.
    lost.hidden = !unrecorded;
    if (!unrecorded) return;
    const { number, why } = unrecorded;
    const cure = { "signed-out": lost.dataset.back, refused: "Reload this page, then choose the deal again." };
    const words = [sending.WHY[why], `Deal ${number} is not recorded.`, cure[why] || "Record it again when the site responds."];
    lost.textContent = words.filter(Boolean).join(" ");
  };

  // Draw everything again, but only if something has changed. Otherwise screen readers would announce it twice.
  const show = async () => {
    const unsent = await outbox.of(place.dataset.pad).catch(() => []);
    waiting = [...arriving, ...unsent.filter((deal) => !arriving.some((other) => other.place === deal.place))];
    // The question was about a deal that has left this phone.
    if (question?.place && !waiting.some((deal) => deal.place === question.place)) question = null;
    compareAgain();
    renew();
    const now = JSON.stringify([sheet.deals, sheet.seats, waiting, became, question, keeps, unrecorded, correcting]);
    if (now !== drawn) draw();
    drawn = now;
  };
  const draw = () => {
    ask();
    const told = hasPad && sheet.sheet ? reading() : null;
    list(told);
    tellUnkept(told);
    if (told) {
      steady.remember();
      const [stand, changes] = [recorded(), waiting.filter(({ to }) => to)];
      const waits = told.deals.length - stand.length;
      const facts = [...stand, ...ahead().slice(0, waits).map(({ said }) => said)];
      const mayUndo = waits > 0 || !changes.length;
      const shown = { facts, waiting: waits + changes.length, mayUndo, correcting: correcting?.number };
      const before = stood.slice(0, stand.length);
      const isShorter = stand.length < stood.length && stand.map(keypad.words).join() === before.join();
      card.show(told, { ...sheet, ...shown, undone: undone || (isShorter && stand.length + 1) });
      [undone, stood] = [0, stand.map(keypad.words)];
      steady.restore();
      if (form) preview();
    }
    place.hidden = [...place.children].every((part) => part.hidden);
    document.dispatchEvent(new CustomEvent("table", { detail: told }));
  };
  // If anything except the deals has changed, reload the page.
  const renew = () => {
    if (sheet.page === page) return;
    const passed = find("#pass:target, #passing[data-busy]"); // The other pair is replying.
    const busy = waiting.length || passed || keypad.typed() || renewed() === sheet.page;
    if (busy || renewed(sheet.page) !== sheet.page) {
      place.hidden = place.querySelector("[data-stale]").hidden = false;
    } else {
      location.reload();
    }
  };

  // Responses can arrive in a different order from the changes that they report.
  const isOlder = (one, other) => one.sheet === other.sheet && one.version < other.version;
  const adopt = (fresh) => {
    sheet = fresh;
    kept.textContent = JSON.stringify({ ...fresh, html: "", said: "", again: null }).replace(/</g, "\\u003c");
  };
  const take = async (fresh) => {
    if (isOlder(fresh, sheet)) return show();
    const [before, due] = [sheet.deals, sheet.sheet && reading().next_number];
    adopt(fresh);
    latest.put(fresh).catch(() => {});
    if (due && keypad.typed()) compare(due, reading().next_number, before);
    await show();
  };
  // The site's last response, in addition to the stored pages. These do not change while deals wait to be sent, so they
  // may lack deals that this phone has already received.
  const latest = {
    put: async (fresh) => {
      if (place.dataset.poll && await caches.has("table")) await (await caches.open("table")).put(place.dataset.poll, new Response(JSON.stringify(fresh)));
    },
    take: async () => {
      const told = await caches.match(place.dataset.poll, { cacheName: "table" });
      const fresh = told && (await told.json());
      // The site must still report other changes, so keep `shown` and `page` from this page.
      if (!fresh || !isOlder(sheet, fresh)) return latest.put({ ...sheet, html: card.site });
      adopt({ ...fresh, page, shown: sheet.shown });
    },
  };
  // The user is entering deal `due`, which followed the recorded deals `before`. Name no phone as the one that recorded
  // or removed deals since, because it may have been this one in another tab.
  const compare = (due, next, before) => {
    const [theirs, mine] = [sheet.deals[due - 1], keypad.said()];
    if (due === next || question) return;
    if (theirs && mine && keypad.words(theirs) === keypad.words(mine)) return keypad.clear();
    if (!theirs && before.length <= sheet.deals.length) return; // Only unsent deals have changed.
    const wasLast = () => sheet.deals.every((deal, at) => keypad.words(deal) === keypad.words(before[at]));
    const news = theirs
      ? `Deal ${due} is recorded as ${keypad.words(theirs)}.`
      : wasLast() ? `Deal ${sheet.deals.length + 1} was undone.` : "A recorded deal was removed.";
    const keyed = mine ? ` You entered ${keypad.words(mine)}.` : "";
    const advice = theirs ? " If it is the same deal, clear yours." : "";
    const keep = next ? `Keep my deal as deal ${next}` : "Keep my deal";
    question = { words: `${news}${keyed}${advice}`, answers: { keep, clear: "Clear my deal" } };
  };

  const isAsked = () => question && "next" in question;
  // Send the unsent deals. If they are already being sent, wait until that is done.
  const send = async () => {
    if (!isAsked() && !underWay) sendingNow = sendAll();
    await sendingNow;
  };
  const sendAll = async () => {
    underWay = true;
    const accept = (deal) => arriving.push(deal);
    const confirm = (fresh) => {
      arriving = [];
      return take(fresh);
    };
    const last = await sending.all(place.dataset.pad, place.dataset.action, { accept, take: confirm }).catch(() => null);
    const { became: how, deal, told } = last || {};
    underWay = false;
    if (!how) return;
    became = how;
    if (told) tries.reset();
    else tries.failed();
    if (how === "asked") await take(told);
    if (how === "asked") await refused(deal, told);
    await show();
  };
  // Ask the site's question about the first unsent deal.
  const refused = async (deal, { said: why, again }) => {
    const { number, said, words } = deal;
    if (deal.to) return (question = asksOfChange(deal, why, again));
    const elsewhere = said.sheet && said.sheet !== sheet.sheet;
    const stands = !elsewhere && sheet.deals && sheet.deals[number - 1];
    const next = sheet.writable && read(sheet.deals).next_number;
    const doubted = again && "asks" in again;
    if (doubted && !(await outbox.doubt(deal.place, doubted).catch(() => deal))) return; // Another tab has answered it.
    const moves = next && (elsewhere ? again : doubted || next !== number);
    question = {
      words: stands
        ? `Deal ${number} is recorded as ${keypad.words(stands)}. You sent ${words}.`
        : `Deal ${number}${doubted ? " is not recorded yet" : ""}: ${words}. ${why}`,
      answers: stands ? {
        theirs: "Theirs is right",
        mine: place.dataset.asks ? "Mine is right: ask them" : "",
        next: moves ? `Mine is another deal: record it as deal ${next}` : "",
      } : {
        next: doubted ? "Record this deal" : moves ? `Send my deal as deal ${next}` : "",
        change: doubted ? "Change my deal" : "",
        again: doubted ? "" : "Try again",
        drop: doubted ? "" : "Delete my deal",
      },
      next,
      again,
      place: deal.place,
    };
  };
  const asksOfChange = ({ place, number, said, words, isReply }, why, again) => ({
    place,
    words: `Deal ${number}, ${isReply ? "answered:" : said ? "corrected to" : "undone:"} ${words}. ${why}`,
    answers: again ? { next: "Yes, send my correction", drop: "Delete my correction" } : { drop: "Continue" },
    next: null,
    claim: again,
  });
  // Send the correction again, with the answer to the site's question.
  const claim = ([mine], { claim: more }) => outbox.put({ ...mine, fields: { ...mine.fields, ...more } });
  // Move this deal, and the unsent deals after it, to follow the recorded deals.
  const move = async ([mine, ...behind], { next, again }) => {
    await outbox.put({ ...mine, number: next, said: again || mine.said, doubted: false });
    let last = next;
    for (const other of behind) if (other.number >= next) await outbox.put({ ...other, number: (last += 1) });
  };
  // Put the deal back into the form. If unsent deals follow it, send it and open the page for correcting it.
  const change = async (asked) => {
    const [{ place: mine, number, said }, ...behind] = waiting;
    if (!behind.length) {
      await outbox.remove(mine);
      return keypad.fill(said);
    }
    await move(waiting, asked);
    await send();
    if (!waiting.length) location.assign(`${place.dataset.action}${number}/`);
  };
  // Ask the other pair to change their version of the first unsent deal to this one.
  const askThem = async () => {
    const { place: mine, number, said } = waiting[0];
    const { told } = await sending.ask(`${place.dataset.action}${number}/`, { ...said, ask: "yes" });
    if (!told) return;
    await outbox.remove(mine);
    await take(told);
  };
  const answers = {
    theirs: () => outbox.remove(waiting[0].place),
    mine: askThem,
    keep: () => hold(),
    clear: () => keypad.clear(),
    next: (asked) => (asked.deal ? recordAtOnce(asked.deal) : (asked.claim ? claim : move)(waiting, asked)),
    stop: () => stopCorrecting(),
    change,
    again: () => {},
    drop: () => outbox.remove(waiting[0].place),
  };
  const settle = async (how) => {
    const asked = question;
    question = null;
    if (!asked) return; // The button was pressed twice.
    if (asked.place) beginSending();
    if (!asked.place || asked.place === waiting[0]?.place) await answers[how](asked);
    await show();
    await send();
  };

  const mark = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const record = async (said) => {
    const number = reading().next_number;
    if (!number) return;
    const deal = { pad: place.dataset.pad, number, said, words: keypad.words(said), mark: mark() };
    if (!(await outbox.put(deal).then(() => true, () => false))) return recordAtOnce(deal);
    if (!waiting.length) beginSending(); // Otherwise keep the message about the earlier deals.
    keypad.clear();
    await show();
    moveOn();
    send();
  };
  const beginSending = () => {
    became = "sending";
    setTimeout(() => became === "sending" && ((became = "slow"), show()), SLOW);
  };
  const moveOn = () => {
    find("#next").focus({ preventScroll: true }); // The pressed button is no longer visible.
    find("#table").scrollIntoView({ block: "start" });
  };
  // Record a deal that this phone cannot store. Its keys stay chosen until the site has recorded it.
  const recordAtOnce = async (deal) => {
    keeps = false;
    unrecorded = null;
    await send(); // The deals before it.
    await show();
    if (waiting.length) return fail(deal, became);
    underWay = true;
    const late = setTimeout(fail, SLOW, deal, "slow");
    const { status, told, became: why } = await sending.askAbout(deal, place.dataset.action).finally(() => {
      clearTimeout(late);
      underWay = false;
    });
    if (!told) return fail(deal, why);
    unrecorded = null;
    if (status === 200) keypad.clear();
    await take(told);
    if (status === 200) return moveOn();
    question ??= asksAbout(deal, told);
    await showBelow();
  };
  const fail = async (deal, why) => {
    unrecorded = { number: deal.number, why };
    await showBelow();
  };
  // The keypad fills a phone's screen, and the notices are below it.
  const showBelow = async () => {
    await show();
    place.scrollIntoView({ block: "nearest" });
  };
  const asksAbout = (deal, { said, again }) => {
    const words = `Deal ${deal.number}: ${deal.words}. ${said}`;
    if (!again || !("asks" in again)) return { words, answers: { keep: "Continue" } };
    const answers = { next: "Record this deal", keep: "Change my deal" };
    return { words, answers, deal: { ...deal, said: again } };
  };
  // If the browser lacks something else, send the form as a browser without scripts does.
  const straight = (button) => {
    post.refresh(form);
    if (button) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: button.name, value: button.value }));
    form.submit();
  };
  // Undo the last unsent deal, or else the last recorded deal. Without a connection, send that later.
  const undo = async (sent) => {
    const last = ahead().pop();
    if (last) return undoUnsent(last, sent.action);
    const undone = Object.fromEntries(new URLSearchParams(sent.elements.deal.value));
    const [number, key] = [Number(undone.number), mark()];
    const fields = { deal: `${sent.elements.deal.value}&submission=${key}` };
    const { status, told, became: why } = await sending.ask(sent.action, fields);
    if (!told && keepsChanges()) {
      await keep({ number, said: null, words: keypad.words(undone), to: sent.action, fields, mark: key }, why);
      return keypad.fill(undone);
    }
    if (told) await take(told);
    if (status === 200 && told) return told.deals.length < number && keypad.fill(undone);
    const words = told ? told.said : `${sending.WHY[why]} The deal was not undone. Try again later.`;
    question = { words, answers: { keep: "Continue" } };
    await show();
  };
  // If a response was lost, the site may have recorded the deal. So ask it to cancel any deal that was once sent.
  const undoUnsent = async ({ place: mine, pad, number, said, words, mark: cancels }, to) => {
    const fields = { deal: new URLSearchParams({ ...said, number, submission: mark(), cancels }).toString() };
    await outbox.cancel(mine, { pad, number, said: null, words, to, fields });
    undone = number;
    await show();
    keypad.fill(said);
    send();
  };
  // A phone that can store deals also stores their corrections. Score pads have none (scoring/_waiting.html).
  const keepsChanges = () => keeps && place.dataset.asks;
  const keep = async (change, why = navigator.onLine && isReached ? "slow" : "unreached") => {
    await outbox.put({ pad: place.dataset.pad, ...change });
    became = why;
    tries.failed();
    await show();
  };
  // Store a reply to a requested change, or that a change was read, unless it needs a code. No phone stores a code.
  const keepReply = async (sent, button) => {
    const { number } = sent.dataset;
    const words = button.firstChild.textContent.trim();
    await keep({ number: Number(number), said: null, isReply: true, words, to: sent.action, fields: { answer: button.value } });
  };
  const isOffline = () => !navigator.onLine || ["unreached", "elsewhere", "slow"].includes(became) || !isReached;
  // Choose the keys for a recorded deal, because the page for correcting it needs a connection.
  const correct = async (number) => {
    const stood = sheet.deals[number - 1];
    if (!stood) return; // It was undone while the site was asked for its page.
    correcting = { number, stood };
    question = {
      words: `No connection. Correct deal ${number} with the keys: ${keypad.words(stood)}. The phone sends it later.`,
      answers: { stop: "Do not correct it" },
    };
    keypad.clear();
    if (!stood.passed_in) keypad.fill(stood);
    await show();
    moveOn();
  };
  // Open the page for correcting a deal, or use the keys if the site does not respond soon.
  const openDeal = async (link) => {
    const late = new Promise((done) => setTimeout(done, SLOW, false));
    const isThere = !isOffline() && (await Promise.race([look().then(() => isReached), late]));
    const [, number] = link.pathname.match(/(\d+)\/$/);
    if (isThere) location.assign(link.href);
    else correct(Number(number));
  };
  const stopCorrecting = () => {
    [correcting, question] = [null, null];
    keypad.clear();
  };
  const store = async (said) => {
    const { number, stood } = correcting;
    const key = mark();
    const facts = Object.entries(stood).filter(([, value]) => value !== null && value !== "");
    const fields = { ...said, sheet: sheet.sheet, submission: key, stood: new URLSearchParams(facts).toString() };
    stopCorrecting();
    await keep({ number, said, words: keypad.words(said), to: `${place.dataset.action}${number}/`, fields, mark: key });
    moveOn();
  };

  document.addEventListener("submit", async (event) => {
    const sent = event.target;
    if (sent.matches(".request form[data-number]") && keepsChanges() && isOffline() && !sent.elements.code) {
      event.preventDefault();
      return keepReply(sent, event.submitter);
    }
    const isUndo = sent.matches("[data-undo]");
    if (!form || !(isUndo || sent === form) || !("submitter" in event)) return;
    event.preventDefault();
    if (sent.inert) return;
    sent.inert = true;
    const button = event.submitter;
    const passed = button && button.name === "passed_in";
    const said = passed ? { passed_in: "on", sheet: sheet.sheet } : keypad.said();
    if (isUndo) await undo(sent).catch(() => sent.submit());
    else if (correcting && form.contains(button)) said && (await store(passed ? { passed_in: "on" } : said));
    else if (question) place.querySelector("[data-question]").focus();
    else if (said) await record(said).catch(() => straight(passed && button));
    sent.inert = false;
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-question] button");
    if (button) settle(button.value);
    const link = event.target.closest("a.correct");
    const opensTab = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!link || opensTab || !form || !keepsChanges() || !place.dataset.poll || question || keypad.typed()) return;
    event.preventDefault();
    openDeal(link);
  });
  // Store an unfinished deal, so that it survives a reload of the page.
  let since = null; // Its number and the recorded deals when its keys were pressed.
  // Deals may have been recorded or removed while another question was open.
  const compareAgain = () => {
    if (since && !correcting && !question) compare(since.number, reading().next_number, since.deals);
  };
  const half = () => `${place.dataset.pad} keys`;
  const hold = () => {
    preview();
    if (correcting) return;
    if (!keypad.typed()) since = null;
    // A question may be about older deals.
    else if (!question || !since) since = { number: reading().next_number, deals: sheet.deals, version: sheet.version };
    const said = { ...since, sheet: sheet.sheet, ...keypad.pressed() };
    (keypad.typed() ? drafts.put(half(), said) : drafts.remove(half())).catch(() => {});
  };
  const resume = async () => {
    const kept = await drafts.get(half());
    if (!kept || kept.sheet !== sheet.sheet || keypad.typed()) return;
    keypad.fill(kept);
    const { number, deals = [], version = 0 } = kept;
    // If the phone could not store the last response, this page may be older than the keys.
    if (version <= sheet.version) compare(number, reading().next_number, deals);
    if (question) since = { number, deals, version };
    hold();
    ask();
  };
  keypad.clear(); // A stored page may contain keys that were chosen before.
  form?.addEventListener("change", hold);
  form?.addEventListener("reset", () => queueMicrotask(hold)); // The form is reset after this event.

  const follow = async () => {
    const asked = sheet.shown;
    const { answer, fresh } = await sending.patient(async (signal) => {
      const answer = await fetch(`${place.dataset.poll}?shown=${asked}`, { signal });
      return { answer, fresh: answer.status === 200 && (await answer.json()) };
    });
    if (answer.status === 404 && "caches" in window) await caches.delete("table"); // The private link is no longer valid.
    if (answer.ok) find("#kept")?.remove(); // Remove the notice from worker.js.
    if (asked !== sheet.shown) return; // The page already shows a newer version.
    if (underWay) return; // The response to the deal being sent may be older, and would undo this update.
    if (fresh) await take(fresh);
    if (answer.ok && ["unreached", "signed-out"].includes(became)) tries.reset(); // The site responds and accepts this phone.
    // The reload has brought this page up to date, so a later change may reload it again.
    if (answer.ok && sheet.page === page) renewed("");
  };
  let isReached = true; // False after a request for news failed.
  const look = () => follow().then(() => (isReached = true), () => (isReached = false));
  const again = () => setTimeout(() => look().then(again), POLL);
  const retry = async () => {
    await show();
    if (waiting.length && tries.isDue()) await send();
  };
  // Update at once when the user comes back to the page.
  const wake = async () => {
    tries.reset();
    await retry();
    if (place.dataset.poll && !document.hidden) await look();
  };
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  setInterval(retry, sending.EVERY);

  const start = async () => {
    await latest.take().catch(() => {}); // This browser has no caches.
    await show(); // The deals that wait come before the unfinished deal.
    if (form) await resume().catch(() => {});
    await retry();
  };
  if (place.dataset.poll) again();
  if (hasPad) outbox.last().catch(() => {});
  start();
  if (form) outbox.check().catch(() => ((keeps = false), show()));
}
