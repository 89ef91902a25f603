// Sends what waits in the outbox, in order; a deal leaves it when the site has answered that it is on the sheet.
const sending = (() => {
  const PATIENCE = 15000;
  const [SOON, LATE] = [3000, 30000];
  // Why something is not sent yet, by what became of it.
  const WHY = {
    slow: "The connection is slow.",
    unreached: "No connection to the site.",
    elsewhere: "The Wi-Fi network here is blocking the site. You may have to sign in to the Wi-Fi first.",
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

  // The status; what the site told, nothing where it was not the site that answered; else what became of it.
  const ask = async (action, fields) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value ?? "");
    const stop = new AbortController();
    const late = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const headers = { Accept: "application/json" };
      const answer = await post(action, body, { headers, redirect: "error", signal: stop.signal });
      const told = await answer.json().catch(() => null);
      return told && told.shown ? { status: answer.status, told } : { became: became(answer.status) };
    } catch {
      return { became: stop.signal.aborted ? "slow" : "unreached" };
    } finally {
      clearTimeout(late);
    }
  };

  // What became of the first deal that waits: "sent", "asked", or why it is not sent.
  const sendOne = async (deal, action) => {
    const answer = await ask(action, { asks: "yes", ...deal.said, number: deal.number, submission: deal.mark });
    const { status, told } = answer;
    if (!told) return answer;
    if (status !== 200) return { became: "asked", deal, told };
    await outbox.remove(deal.place);
    return { became: "sent", told };
  };

  const sendAll = async (pad, action) => {
    let last = { became: "" };
    for (;;) {
      const [deal] = await outbox.of(pad);
      if (!deal) return last;
      last = await sendOne(deal, action);
      if (last.became !== "sent") return last;
    }
  };

  // One tab sends at a time. Where there are no locks two may: the site knows what it has been sent before.
  const alone = (work) =>
    navigator.locks ? navigator.locks.request("outbox", { ifAvailable: true }, (lock) => lock && work()) : work();

  // What became of the last deal that was sent, and what the site told; null while another tab sends.
  const all = (pad, action) => {
    turn = turn.catch(() => null).then(() => alone(() => sendAll(pad, action)));
    return turn;
  };

  // When to try again: soon, then less and less often.
  const backOff = () => {
    let [pause, due] = [SOON, 0];
    const reset = () => ([pause, due] = [SOON, 0]);
    const failed = () => {
      due = Date.now() + pause * (0.9 + Math.random() / 5); // many phones, one site
      pause = Math.min(2 * pause, LATE);
    };
    return { isDue: () => Date.now() >= due, reset, failed };
  };

  return { WHY, EVERY: SOON, ask, all, backOff };
})();
