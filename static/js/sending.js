// Sends what waits in the outbox, in order; a deal leaves it when the site has answered that it is on the sheet.
const sending = (() => {
  const PATIENCE = 15000;
  let turn = Promise.resolve();

  const post = async (deal, action) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(deal.said)) body.append(name, value);
    body.append("number", deal.number);
    body.append("submission", deal.mark);
    body.append("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
    const stop = new AbortController();
    const late = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const headers = { "HX-Request": "true" };
      const answer = await fetch(action, { method: "POST", body, headers, redirect: "error", signal: stop.signal });
      return { status: answer.status, html: await answer.text() };
    } catch {
      return { status: 0, html: "" };
    } finally {
      clearTimeout(late);
    }
  };

  // What became of the first deal that waits: "sent", "asked", "stranger" or "unanswered".
  const sendOne = async (deal, action) => {
    const { status, html } = await post(deal, action);
    if (status === 403 || status === 404) return { became: "stranger" };
    const table = new DOMParser().parseFromString(html, "text/html").getElementById("table");
    if (!table) return { became: "unanswered" }; // whoever answered, it was not the site
    if (status === 200) {
      await outbox.remove(deal.place);
      return { became: "sent", html };
    }
    const next = table.querySelector("[name=number]");
    // What the site proposes to send instead: as the next deal, on the sheet that lies there now.
    const asked = status === 409 && next ? Object.fromEntries(new FormData(next.form)) : null;
    if (asked) for (const name of ["number", "submission", "csrfmiddlewaretoken"]) delete asked[name];
    const stands = status === 409 && (!asked || asked.sheet === deal.said.sheet);
    const said = table.querySelector(".errors").textContent.replace(/\s+/g, " ").trim();
    await outbox.put({ ...deal, question: said, next: next && Number(next.value), stands, asked });
    return { became: "asked" };
  };

  const sendAll = async (pad, action) => {
    let last = { became: "" };
    for (;;) {
      const [deal] = await outbox.of(pad);
      if (!deal) return last;
      if (deal.question) return { became: "asked" };
      last = await sendOne(deal, action);
      if (last.became !== "sent") return last;
    }
  };

  // One tab sends at a time. Where there are no locks two may: the site knows what it has been sent before.
  const alone = (work) =>
    navigator.locks ? navigator.locks.request("outbox", { ifAvailable: true }, (lock) => lock && work()) : work();

  // What became of the last deal that was sent, and the table as it stands after it; null while another tab sends.
  return (pad, action) => {
    turn = turn.catch(() => null).then(() => alone(() => sendAll(pad, action)));
    return turn;
  };
})();
