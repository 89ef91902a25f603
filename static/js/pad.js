// The page of a score pad of any game. The site scores and renders the pad, and sync.js stores the unsent deals.
const scorer = { read: ({ deals }) => ({ deals, next_number: deals.length + 1 }) };
const card = (() => {
  const PAUSE = 250;
  const find = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const write = (name, words) => all(`[data-card=${name}]`).forEach((place) => (place.textContent = words));
  const form = find("[data-outbox]");
  const asked = () => `${form.querySelector(".preview").dataset.from}?${new URLSearchParams(new FormData(form))}`;
  let [due, heard] = [0, null];
  let site = all("[data-site]").map((part) => part.outerHTML).join("");
  const read = async (address, signal) => {
    const answer = await fetch(address, { signal });
    return answer.ok ? answer.text() : "";
  };
  // Show the points of the deal. If the site does not respond, show the deal without points.
  const look = async () => {
    const [deal, address] = [keypad.said(), asked()];
    const points = deal && (await sending.patient((signal) => read(address, signal)).catch(() => ""));
    const line = points || (deal ? keypad.words(deal) : keypad.missing());
    if (address === asked()) form.querySelector(".preview").textContent = line;
  };
  // After unsent deals, the number and the dealer are known, but not the vulnerable side. "Undo" removes the last of them.
  const drawUnsent = (coming, { dealers, waiting, mayUndo }) => {
    write("number", coming);
    write("dealer", dealers[waiting % 4]);
    for (const part of all("#state [data-vulnerable], #moment, #last-deal p")) part.hidden = true;
    find("#last-deal").hidden = !mayUndo;
    find("#last-deal .button .keep").textContent = coming - 1;
  };
  // Tell screen readers which deal was recorded or undone since the page was opened.
  const tell = ({ facts, waiting, undone }) => {
    const known = facts.map(keypad.words);
    const isNew = heard && known.length > heard.length;
    const last = waiting ? [`Deal ${known.length}: ${known[known.length - 1]}.`]
      : all("#last-deal p, #moment:not([hidden]) > :not([data-asks])").map((part) => part.textContent);
    const news = [...(isNew ? last : []), ...(undone ? [`Deal ${undone} was undone.`] : [])];
    if (heard && news.length) write("told", news.join(" "));
    heard = known;
  };

  return {
    wrote: () => "",
    site,
    preview: () => {
      clearTimeout(due);
      due = setTimeout(look, PAUSE);
    },
    show: ({ next_number: coming }, shown) => {
      site = shown.html || site;
      steady.update(site);
      form.elements.number.value = coming;
      form.querySelector(".button.primary").textContent = `Record deal ${coming}`;
      if (shown.waiting) drawUnsent(coming, shown);
      tell(shown);
    },
  };
})();
