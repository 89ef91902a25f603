// Sends what waits in the outbox, in order; a deal leaves it when the site has answered that it is on the sheet.
const sending = (() => {
  const PATIENCE = 15000;
  let turn = Promise.resolve();

  // The status, and what the site told; nothing where it was not the site that answered.
  const post = async (action, fields) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value ?? "");
    body.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
    const stop = new AbortController();
    const late = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const headers = { Accept: "application/json" };
      const answer = await fetch(action, { method: "POST", body, headers, redirect: "error", signal: stop.signal });
      const told = await answer.json().catch(() => null);
      return { status: answer.status, told: told && told.shown ? told : null };
    } catch {
      return { status: 0, told: null };
    } finally {
      clearTimeout(late);
    }
  };

  // What became of the first deal that waits: "sent", "asked", "stranger" or "unanswered".
  const sendOne = async (deal, action) => {
    const { status, told } = await post(action, { asks: "yes", ...deal.said, number: deal.number, submission: deal.mark });
    if (status === 403 || status === 404) return { became: "stranger" };
    if (!told) return { became: "unanswered" };
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

  return { post, all };
})();
