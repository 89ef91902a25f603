// Shows which deals wait on this phone, what stopped them, and what is known of the deal after them.
const waiting = (() => {
  const find = (selector) => document.querySelector(selector);
  const form = () => find("[data-outbox]");

  const recordAs = (number) => {
    if (!form()) return;
    form().querySelector("[name=number]").value = number;
    form().querySelector(".button.primary").textContent = `Record deal ${number}`;
  };

  const list = (deals, became) => {
    const title = find("#waiting [data-title]");
    const [first, last] = [deals[0], deals[deals.length - 1]];
    const one = `deal ${first.number}, ${first.words}`;
    const more = `deals ${first.number} ${deals.length === 2 ? "and" : "to"} ${last.number}`;
    const which = deals.length === 1 ? one : more;
    const told = `${became === "sending" ? title.dataset.sending : title.dataset.waiting}: ${which}`;
    if (title.textContent !== told) title.textContent = told;
    for (const note of document.querySelectorAll("#waiting [data-when]")) note.hidden = note.dataset.when !== became;
    find("#waiting ul").replaceChildren(...deals.map((deal) => {
      const line = document.createElement("li");
      line.textContent = `Deal ${deal.number}: ${deal.words}`;
      return line;
    }));
  };

  const ask = ({ number, words, question, next, stands }) => {
    const place = find("#waiting [data-question]");
    place.hidden = !question;
    if (!question) return;
    place.querySelector("p").textContent = stands ? question : `Deal ${number}: ${words}. ${question}`;
    const [leave, asNext] = place.querySelectorAll("button");
    leave.textContent = stands ? leave.dataset.stands : leave.dataset.refused;
    asNext.hidden = !next;
    asNext.textContent = `${asNext.dataset.next} ${next}`;
  };

  // The number and the dealer are known, not who is vulnerable: what waits stands in its place. After the last deal not even whether there is one.
  const lookAhead = (coming) => {
    const next = find("#next-deal");
    if (!next || !form() || next.coming === coming) return;
    next.coming = coming;
    const { number, last } = next.dataset;
    const over = coming > Number(last);
    next.hidden = form().hidden = over;
    find("#waiting [data-over]").hidden = !over;
    for (const part of document.querySelectorAll("#state [data-vulnerable]")) part.hidden = Boolean(coming);
    const parts = [...next.querySelectorAll("[data-coming], [data-left], [data-dealer]")];
    next.served = next.served || parts.map((part) => part.innerHTML);
    const known = [...next.querySelector("template").content.children].map((part) => part.innerHTML);
    const dealer = known[(((coming - number) % 4) + 4) % 4];
    const ahead = ({ dataset }) => ("dealer" in dataset ? dealer : "left" in dataset ? last - coming + 1 : coming);
    parts.forEach((part, place) => (part.innerHTML = coming ? ahead(part) : next.served[place]));
    if (coming) recordAs(coming);
  };

  const show = (deals, became) => {
    const section = find("#waiting");
    const told = JSON.stringify([deals, became]);
    if (section.told !== told) {
      section.told = told; // saying the same again would have it read out again
      section.hidden = !deals.length;
      if (deals.length) list(deals, became);
      ask(deals[0] || {});
    }
    lookAhead(deals.length && deals[deals.length - 1].number + 1);
  };

  return { show, recordAs };
})();
