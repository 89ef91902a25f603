// Says what the deal in the form would write on the pad, before it is recorded; the bare deal where the site is silent.
const preview = (() => {
  const PAUSE = 250;
  const SAID = ["number", "declarer", "level", "denomination", "doubling", "result", "honours"];
  const form = () => document.querySelector("[data-outbox]");
  const said = () => Object.fromEntries([...new FormData(form())].filter(([name]) => SAID.includes(name)));

  const label = (name) => form().querySelector(`[name=${name}]:checked + span`);
  // The deal in the form as a player says it.
  const words = () => {
    const { level, doubling, honours } = said();
    const denomination = label("denomination").firstElementChild.textContent;
    const doubled = doubling === "1" ? "" : ` ${label("doubling").textContent}`;
    const seat = label("declarer").querySelector("b").textContent;
    const result = label("result").textContent;
    const held = honours ? `, honours ${label("honours").textContent}` : "";
    return `${level}${denomination}${doubled} by ${seat}, ${result}${held}`;
  };

  const address = () => form() && `${form().querySelector(".preview").dataset.from}?${new URLSearchParams(said())}`;
  const ask = async (asked) => {
    const answer = await fetch(asked);
    return answer.ok ? answer.text() : "";
  };
  const look = async () => {
    const asked = address();
    const line = await ask(asked).catch(() => (form()?.checkValidity() ? words() : ""));
    if (asked === address()) show(line); // otherwise the form says another deal by now
  };
  const show = (line) => (form().querySelector(".preview").textContent = line);

  let due = 0;
  document.addEventListener("change", ({ target }) => {
    if (!target.form?.matches("[data-outbox]")) return;
    clearTimeout(due);
    due = setTimeout(() => form() && look(), PAUSE);
  });
  document.addEventListener("reset", () => show(""));
  return { words };
})();
