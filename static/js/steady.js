// News replaces a part of the page; what was scrolled sideways stays where it was, what was open or shut stays so,
// what is being read stays where it is on the screen, and the focus on what it was on. What is new glows for a while.
// Nothing is replaced under a finger, and nothing is read out twice.
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

  // Changes a part of the page to what the site has drawn and touches only what differs. What the reader has opened stays
  // open, and a form that is being sent stays inert.
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
    // What came by itself asks again; a finger that was never seen to leave does not hold it up for long.
    if (!detail.requestConfig.triggeringEvent && Date.now() - pressed < 10_000) detail.shouldSwap = false;
  });
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    if (detail.target.textContent === detail.fragment.textContent) detail.shouldSwap = false;
  });

  document.addEventListener("htmx:beforeSwap", remember);
  document.addEventListener("htmx:afterSwap", restore);
  // What a page of a match asks with, where it shows all there is but something else has changed.
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.successful) document.getElementById("kept")?.remove(); // the page came from this phone (worker.js)
    const shown = detail.xhr.getResponseHeader("X-Shown");
    if (shown) detail.elt.dataset.shown = shown;
  });
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const { shown } = detail.elt.dataset;
    if (shown) detail.path = detail.path.replace(/shown=[^&]*/, `shown=${shown}`);
  });
  return { remember, restore, update };
})();
