// The page of a score pad of any game. The site alone scores and draws it, and sync.js keeps what was not sent.
const scorer = { read: ({ deals }) => ({ deals, next_number: deals.length + 1 }) };
const card = (() => {
  const PAUSE = 250;
  const find = (selector) => document.querySelector(selector);
  const form = find("[data-outbox]");
  const asked = () => `${form.querySelector(".preview").dataset.from}?${new URLSearchParams(new FormData(form))}`;
  let due = 0;
  // What the deal would write; the bare deal where the site is silent.
  const look = async () => {
    const [deal, address] = [keypad.said(), asked()];
    const answer = deal && (await fetch(address).catch(() => null));
    const line = answer?.ok ? await answer.text() : deal ? keypad.words(deal) : "";
    if (address === asked()) form.querySelector(".preview").textContent = line;
  };

  return {
    wrote: () => "",
    preview: () => {
      clearTimeout(due);
      due = setTimeout(look, PAUSE);
    },
    // Number and dealer are known of a deal that follows others that wait, not who is vulnerable.
    show: ({ next_number: coming }, { waiting }) => {
      form.elements.number.value = coming;
      form.querySelector(".button.primary").textContent = `Record deal ${coming}`;
      find("[data-coming]").textContent = coming;
      for (const part of document.querySelectorAll("#state [data-vulnerable]")) part.hidden = waiting > 0;
      find("[data-dealer]").innerHTML = find("#unsent").content.children[waiting % 4].innerHTML;
    },
  };
})();
