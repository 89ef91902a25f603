// Sends the deals in the outbox in order. A deal leaves the outbox once the site confirms that it is recorded.
const sending = (() => {
  const PATIENCE = 15000;
  const [SOON, LATE] = [3000, 30000];
  // The reason why a deal is not sent yet, by the outcome of the last attempt.
  const WHY = {
    slow: "The connection is slow.",
    unreached: "No connection to the site.",
    elsewhere: "This network does not lead to the site. Its Wi-Fi may need you to sign in.",
    busy: "The site is busy.",
    fault: "The site has a fault.",
    refused: "The site did not accept this.",
    "signed-out": "You are signed out on this phone.",
  };
  let turn = Promise.resolve();

  const became = (status) => {
    if (status === 0) return "unreached";
    if (status < 400) return "elsewhere";
    if (status === 404) return "signed-out";
    if (status === 429) return "busy";
    return status < 500 ? "refused" : "fault";
  };

  // Call `work` with a signal that ends it after PATIENCE. With poor reception, a request may never end by itself.
  const patient = async (work) => {
    const stop = new AbortController();
    const late = setTimeout(() => stop.abort(), PATIENCE);
    try {
      return await work(stop.signal);
    } finally {
      clearTimeout(late);
    }
  };

  // Return the status and data (`told`) of the site's response. For any other response, return its outcome
  // (`became`).
  const ask = (action, fields) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value ?? "");
    return patient(async (signal) => {
      try {
        const headers = { Accept: "application/json" };
        const answer = await post(action, body, { headers, redirect: "error", signal });
        const told = await answer.json().catch(() => null);
        return told && told.shown ? { status: answer.status, told } : { became: became(answer.status) };
      } catch {
        return { became: signal.aborted ? "slow" : "unreached" };
      }
    });
  };

  const askAbout = (deal, action) =>
    ask(action, { asks: "yes", ...deal.said, number: deal.number, submission: deal.mark });

  // Send one deal, and return the outcome: "sent", "asked", or a key of WHY.
  const sendOne = async (deal, action, page) => {
    const stands = await outbox.claim(deal.place).catch(() => deal); // A full phone cannot note it, and sends it too.
    if (!stands) return { became: "sent" }; // The user has undone it.
    const answer = await (deal.to ? ask(deal.to, deal.fields) : askAbout(deal, action));
    const { status, told } = answer;
    if (!told) return answer;
    if (status !== 200) return { became: "asked", deal, told };
    page.accept(deal);
    await outbox.remove(deal.place);
    await page.take(told);
    return { became: "sent", told };
  };

  const sendAll = async (pad, action, page) => {
    let last = { became: "" };
    for (;;) {
      const [deal] = await outbox.of(pad);
      if (!deal) return last;
      last = await sendOne(deal, action, page);
      if (last.became !== "sent") return last;
    }
  };

  // One tab sends at a time. In a browser without locks two tabs may send, and the site ignores repeated deals.
  const alone = (work) =>
    navigator.locks ? navigator.locks.request("outbox", { ifAvailable: true }, (lock) => lock && work()) : work();

  // Send all deals, and return the outcome of the last one. Return null while another tab is sending. The `page`
  // accepts each recorded deal before it leaves the outbox, then takes the data of the response.
  const all = (pad, action, page) => {
    turn = turn.catch(() => null).then(() => alone(() => sendAll(pad, action, page)));
    return turn;
  };

  // Wait longer after each failed attempt, up to LATE. The clock of the phone may be set back in between.
  const backOff = () => {
    let [pause, due] = [SOON, 0];
    const reset = () => ([pause, due] = [SOON, 0]);
    const failed = () => {
      due = performance.now() + pause * (0.9 + Math.random() / 5); // Many phones should not try at the same moment.
      pause = Math.min(2 * pause, LATE);
    };
    return { isDue: () => performance.now() >= due, reset, failed };
  };

  return { WHY, EVERY: SOON, patient, ask, askAbout, all, backOff };
})();
