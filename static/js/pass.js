// The other pair replies on this phone, with or without a connection. The phone stores the reply until it is sent,
// sealed with the reply code (`private_links.sealed`). Nobody can find the code or change the reply from the seal.
{
  const ROUNDS = 600000;
  const find = (id) => document.getElementById(id);
  const [place, bar] = [find("pass"), find("passing")];
  const form = place?.querySelector("form");
  const { ours, theirs, outcome, code, reason } = form?.elements || {};
  const deals = find("waiting")?.dataset.pad;
  const pad = `${deals} answer`;
  const isKnown = Boolean(ours?.value || outcome);
  const tries = sending.backOff();
  let underWay = false;

  const bytes = (text) => new TextEncoder().encode(text);
  const seal = async (words) => {
    const key = await crypto.subtle.importKey("raw", bytes(code.value.replace(/\D/g, "")), "PBKDF2", false, ["deriveBits"]);
    const how = { name: "PBKDF2", hash: "SHA-256", salt: bytes(words.join("\n")), iterations: ROUNDS };
    const sealed = new Uint8Array(await crypto.subtle.deriveBits(how, key, 256));
    return Array.from(sealed, (byte) => byte.toString(16).padStart(2, "0")).join("");
  };

  const wrong = (words) => {
    const told = place.querySelector(".errors") || document.createElement("p");
    Object.assign(told, { className: "errors", role: "alert", textContent: words });
    form.before(told);
    location.hash = "pass";
  };
  const deliver = async (said) => {
    const { status, told, became } = await sending.ask(form.action, said);
    // After too many wrong codes from this network, try again later.
    return status === 429 ? { became: "busy" } : { ok: status === 200, told, became };
  };
  const explain = (became) => {
    const remedies = [...bar.querySelectorAll("[data-cause]")];
    for (const remedy of remedies) remedy.hidden = remedy.dataset.cause !== became;
    bar.querySelector("[data-why]").textContent = sending.WHY[became] ?? "";
    bar.querySelector("[data-tries]").hidden = remedies.some((remedy) => !remedy.hidden);
  };
  // Send the reply once all deals are sent. Try again until the site responds.
  const send = async () => {
    const [kept] = await outbox.of(pad).catch(() => []);
    if (underWay) return;
    bar.querySelector("p").hidden = !kept;
    bar.toggleAttribute("data-busy", Boolean(kept)); // Do not reload the page before the reply is sent.
    if (!kept || !tries.isDue() || (await outbox.of(deals)).length || underWay) return;
    underWay = true;
    const { ok, told, became } = await deliver(kept.said);
    if (told) await outbox.remove(kept.place);
    else tries.failed();
    explain(became);
    if (ok) return location.assign(location.pathname); // `underWay` stays true until the page reloads.
    underWay = false;
    if (!told) return;
    await send();
    wrong(told.said);
  };

  const take = async (answer) => {
    const shown = { ours: ours.value, theirs: theirs.value, ...(outcome && { outcome: outcome.value }) };
    const said = { ...shown, answer, reason: reason.value };
    const sealed = await seal([form.dataset.about, ...Object.values(said)]);
    const reply = { ...said, sealed };
    // With a connection, the site checks the code at once.
    if (!(await outbox.of(deals).catch(() => [])).length) {
      const { ok, told } = await deliver(reply);
      if (ok) return location.assign(location.pathname);
      if (told) return wrong(told.said);
    }
    if (!(await outbox.put({ pad, said: reply }).then(() => true, () => false))) return sendAtOnce(reply);
    code.value = reason.value = "";
    place.querySelector(".errors")?.remove();
    location.hash = "table";
    tries.reset();
    await send();
  };
  // Send a reply that this phone cannot store. It stays in the form until the site has it.
  const sendAtOnce = async (reply) => {
    const unsent = await outbox.of(deals).catch(() => []);
    if (unsent.length) return wrong("The deals on this phone are not sent yet. Your reply is not sent. Send it after them.");
    const { ok, told, became } = await deliver(reply);
    if (ok) return location.assign(location.pathname);
    wrong(told ? told.said : `${sending.WHY[became] ?? ""} Your reply is not sent. Send it again when the site responds.`);
  };
  const straight = (answer) => {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "answer", value: answer }));
    post.refresh(form);
    form.submit();
  };
  // The match is over, so delete the stored reply.
  const forget = async () => {
    for (const kept of await outbox.of(pad)) await outbox.remove(kept.place);
  };

  if (place) {
    form.addEventListener("submit", async (event) => {
      const answer = event.submitter.value;
      if (!crypto.subtle || !deals) return;
      event.preventDefault();
      if (answer === "wrong" && !reason.value.trim()) return reason.focus();
      form.inert = true;
      await take(answer).catch(() => straight(answer)); // This browser cannot seal the reply.
      form.inert = false;
    });

    // Without a connection, the phone must detect that the match is decided.
    document.addEventListener("table", ({ detail }) => {
      if (isKnown || !detail) return;
      const side = form.dataset.side;
      const totals = side === "ns" ? [detail.total.ns, detail.total.ew] : [detail.total.ew, detail.total.ns];
      bar.querySelector("a").hidden = !detail.winner;
      [ours.value, theirs.value] = detail.winner ? totals : ["", ""];
      const cells = place.querySelectorAll("td");
      totals.reverse().forEach((total, row) => (cells[row].textContent = detail.winner ? total.toLocaleString("en-GB") : ""));
    });
    document.addEventListener("table", send);
    const wake = () => {
      tries.reset();
      send();
    };
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    setInterval(send, sending.EVERY);
    find("table").before(bar);
    send();
  } else if (find("ending")) {
    forget().catch(() => {});
  }
}
