// The page of a score pad of any game. The site scores and renders the pad, and sync.js stores the unsent deals.
const scorer = { read: ({ deals }) => ({ deals, next_number: deals.length + 1 }) };
const card = (() => {
  const PAUSE = 250;
  const find = (selector) => document.querySelector(selector);
  const form = find("[data-outbox]");
  const asked = () => `${form.querySelector(".preview").dataset.from}?${new URLSearchParams(new FormData(form))}`;
  let due = 0;
  const read = async (address, signal) => {
    const answer = await fetch(address, { signal });
    return answer.ok ? answer.text() : "";
  };
  // Show the points of the deal. If the site does not respond, show the deal without points.
  const look = async () => {
    const [deal, address] = [keypad.said(), asked()];
    const points = deal && (await sending.patient((signal) => read(address, signal)).catch(() => ""));
    const line = points || (deal ? keypad.words(deal) : "");
    if (address === asked()) form.querySelector(".preview").textContent = line;
  };

  return {
    wrote: () => "",
    preview: () => {
      clearTimeout(due);
      due = setTimeout(look, PAUSE);
    },
    // After unsent deals, the number and the dealer are known, but not the vulnerable side.
    show: ({ next_number: coming }, { waiting }) => {
      form.elements.number.value = coming;
      form.querySelector(".button.primary").textContent = `Record deal ${coming}`;
      find("[data-coming]").textContent = coming;
      for (const part of document.querySelectorAll("#state [data-vulnerable]")) part.hidden = waiting > 0;
      find("[data-dealer]").innerHTML = find("#unsent").content.children[waiting % 4].innerHTML;
    },
  };
})();
