// Records deals by way of the outbox: kept on the phone first, then sent, again and again until the site answers.
{
  const AGAIN = 3000;
  const MOMENT = 1000;
  const find = (selector) => document.querySelector(selector);
  const form = () => find("[data-outbox]");
  const pad = () => find("#waiting").dataset.pad;
  let became = "";

  const mark = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  const changed = (field) =>
    field.type === "radio" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  const isTyped = () => [...form().elements].some((field) => !/hidden|submit/.test(field.type) && changed(field));
  const clear = () => form()?.reset();
  const lead = () => {
    const place = find("#waiting:not([hidden]) [data-question]:not([hidden])") || find("#next") || find("#table");
    place.focus();
    place.scrollIntoView({ block: "start" });
  };

  // The whole table after a press; otherwise the form stays as it is, for something may be typed in it.
  const take = (html, whole) =>
    table.take(html, ...(whole || !form() || !html.includes("data-outbox") ? ["table"] : ["state", "pad"]));

  const deals = () => outbox.of(pad()).catch(() => []);
  const show = async () => waiting.show(await deals(), became);
  let underWay = 0;
  const send = async (whole = () => false) => {
    underWay += 1;
    const result = await sending(pad(), find("#waiting").dataset.action).finally(() => (underWay -= 1));
    if (result) became = result.became;
    if (result && result.html) take(result.html, whole());
    await show();
  };
  const retry = async () => {
    const [first] = await deals();
    await (first && !first.question && !underWay ? send() : show());
  };

  const record = async (said, number) => {
    await outbox.put({ pad: pad(), number, said, words: said.passed_in ? "passed in" : preview.words(), mark: mark() });
    became = "sending";
    let [swapped, moved] = [false, false];
    await Promise.race([send(() => (swapped = !moved)), new Promise((done) => setTimeout(done, MOMENT))]);
    moved = true;
    if (!swapped) {
      clear();
      waiting.recordAs(number + 1);
    }
    await show();
    lead();
  };

  const refresh = async () => {
    const answer = await fetch(location.pathname, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (answer && answer.ok) take(await answer.text(), !form() || !isTyped());
  };

  // "next": mine, and what was to follow all that stands, moves behind it. "drop": mine is thrown away.
  const settle = async (how) => {
    const [mine, ...behind] = await deals();
    const { question, stands, next, asked, ...deal } = mine;
    if (how === "drop") await outbox.remove(mine.place);
    if (how === "again") await outbox.put(deal);
    if (how === "next") {
      await outbox.put({ ...deal, number: next, said: asked || deal.said });
      let last = next;
      for (const other of behind) if (other.number >= next) await outbox.put({ ...other, number: (last += 1) });
    }
    if (how === "drop" && !behind.length) await refresh();
    await show();
    await send();
    // Its keys bear the names of those who sat there before.
    if (asked && form() && asked.sheet !== form().elements.sheet?.value) await refresh();
    lead();
  };

  let busy = false;
  document.addEventListener("submit", async (event) => {
    const sent = event.target;
    if (!sent.matches("[data-outbox]")) return;
    event.preventDefault();
    if (busy) return;
    busy = sent.inert = true;
    const { csrfmiddlewaretoken, number, ...said } = Object.fromEntries(new FormData(sent));
    if (event.submitter && event.submitter.name === "passed_in") said.passed_in = "on";
    await record(said, Number(number)).catch(() => straight(sent, said));
    busy = sent.inert = false;
  });
  // A phone that cannot keep anything sends the form as one without scripts does.
  const straight = (sent, said) => {
    const passed = { type: "hidden", name: "passed_in", value: "on" };
    if (said.passed_in) sent.append(Object.assign(document.createElement("input"), passed));
    sent.submit();
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-settle]");
    if (button) settle(button.dataset.settle);
  });
  document.addEventListener("table", show);
  document.addEventListener("visibilitychange", retry);
  addEventListener("online", retry);
  setInterval(() => became === "stranger" || retry(), AGAIN);

  // A page kept on this phone may have been kept with the form behind the sheet.
  clear();
  if (form()) waiting.recordAs(find("#next-deal").dataset.number);
  for (const notice of document.querySelectorAll("[data-behind]")) notice.remove();
  retry();
}
