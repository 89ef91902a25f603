// Suggests the pairs in the hat whose names begin with the typed letters. Enter chooses the first suggestion, because
// it is the first button of the form. While a name is being sent, the field keeps new letters, and Enter waits for the
// reply.
{
  let typed = "";
  let busy = false;
  const waiting = [];
  const field = () => document.getElementById("find");
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = (text) => plain(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const rank = (wanted, names) => {
    const at = wanted.map((word) => names.findIndex((name) => name.startsWith(word)));
    return at.includes(-1) ? -1 : Math.max(...at);
  };
  const suggestion = ({ value, dataset }) => {
    const [item, button] = [document.createElement("li"), document.createElement("button")];
    Object.assign(button, { name: "pair", value, textContent: dataset.listed });
    item.append(button);
    return item;
  };
  const suggest = () => {
    const wanted = words(field()?.value || "");
    const found = [...document.querySelectorAll("[data-words]")]
      .map((key) => ({ key, rank: wanted.length ? rank(wanted, key.dataset.words.split(" ")) : -1 }))
      .filter((one) => one.rank >= 0)
      .sort((one, other) => one.rank - other.rank)
      .slice(0, 4);
    document.getElementById("suggestions")?.replaceChildren(...found.map(({ key }) => suggestion(key)));
  };
  const ready = () => {
    const fallback = document.querySelector("[data-fallback]");
    if (fallback) fallback.hidden = true;
    if (!field()) return;
    field().value = typed || field().value;
    if (matchMedia("(pointer: fine)").matches) field().focus({ preventScroll: true });
    suggest();
  };
  document.addEventListener("input", ({ target }) => target === field() && suggest());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target !== field()) return;
    const isEmpty = !document.querySelector("#suggestions button");
    if (isEmpty || busy) event.preventDefault(); // Without a suggestion, Enter would undo a pair.
    if (isEmpty || !busy) return;
    waiting.push(field().value);
    field().value = "";
    suggest();
  });
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    if (!detail.elt.closest("#hat")) return;
    busy = true;
    if (field()) field().value = typed;
  });
  document.addEventListener("htmx:beforeSwap", () => { typed = field()?.value || ""; });
  document.addEventListener("htmx:afterSwap", ready);
  document.addEventListener("htmx:afterRequest", () => {
    busy = false;
    const kept = typed;
    typed = "";
    if (!waiting.length || !field()) return;
    field().value = waiting.shift();
    suggest();
    typed = kept;
    document.querySelector("#suggestions button")?.click();
    typed = "";
  });
  ready();
}
