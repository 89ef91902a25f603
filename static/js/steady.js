// Replaces a part of the page without disturbing the reader. Scroll positions, open details and the focus stay as they
// were, and the match at the top of the screen stays there. Changed matches glow briefly. Nothing is replaced while
// the reader presses the screen, and screen readers announce nothing twice.
const steady = (() => {
  let kept = [];
  let focus = null;
  let read = null;
  let said = new Map();
  let pressed = 0;
  const matches = () => [...document.querySelectorAll(".match[id], [data-glows]")];
  const places = () => [...document.querySelectorAll(".tree[id], .scroll[id], details[id]")];
  const same = () =>
    (focus.id && document.getElementById(focus.id)) ||
    [...document.querySelectorAll("a, button, summary")].find((place) => place.isEqualNode(focus));

  const remember = () => {
    kept = places().map(({ id, scrollLeft, open }) => ({ id, scrollLeft, open }));
    focus = document.activeElement;
    said = new Map(matches().map(({ id, textContent }) => [id, textContent]));
    const first = matches().find((match) => match.getBoundingClientRect().top >= 0 && match.getClientRects().length);
    read = scrollY && first && { id: first.id, top: first.getBoundingClientRect().top };
  };
  const restore = () => {
    for (const { id, scrollLeft, open } of kept) {
      const place = document.getElementById(id);
      if (!place) continue;
      if (open !== undefined) place.open = open;
      place.scrollLeft = scrollLeft;
    }
    if (!focus.isConnected) same()?.focus({ preventScroll: true });
    const again = read && document.getElementById(read.id);
    if (again) scrollBy(0, again.getBoundingClientRect().top - read.top);
    for (const match of matches()) {
      match.toggleAttribute("data-new", said.has(match.id) && said.get(match.id) !== match.textContent);
    }
  };

  // Change only those nodes of a part that differ from the new HTML. Details that the reader has opened stay open, and
  // a form that is being sent stays inert.
  const change = (old, drawn) => {
    if (!old || old.isEqualNode(drawn)) return;
    const [before, after] = [[...old.childNodes], [...drawn.childNodes]];
    if (old.nodeName !== drawn.nodeName || before.length !== after.length) return old.replaceWith(drawn);
    if (!old.attributes) old.data = drawn.data;
    for (const { name } of [...(old.attributes || [])]) {
      if (!/^(open|inert)$/.test(name) && !drawn.hasAttribute(name)) old.removeAttribute(name);
    }
    for (const { name, value } of drawn.attributes || []) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    before.forEach((child, place) => change(child, after[place]));
  };
  const update = (html) => {
    const drawn = Object.assign(document.createElement("template"), { innerHTML: html });
    for (const part of drawn.content.querySelectorAll("[data-site]")) change(document.getElementById(part.id), part);
  };

  document.addEventListener("pointerdown", () => { pressed = Date.now(); }, { passive: true });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { pressed = 0; }, { passive: true });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    // Skip an automatic update during a press, because the page polls again. Ignore a press of more than ten seconds.
    if (!detail.requestConfig.triggeringEvent && Date.now() - pressed < 10_000) detail.shouldSwap = false;
  });
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    if (detail.target.textContent === detail.fragment.textContent) detail.shouldSwap = false;
  });

  document.addEventListener("htmx:beforeSwap", remember);
  document.addEventListener("htmx:afterSwap", restore);
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.successful) document.getElementById("kept")?.remove(); // Remove the notice from worker.js.
  });
  return { remember, restore, update };
})();
