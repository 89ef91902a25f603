// News replaces a part of the page; what was scrolled sideways stays where it was, what was open stays open,
// and the focus stays on what it was on.
const steady = (() => {
  let kept = [];
  let focus = null;
  const places = () => [...document.querySelectorAll(".tree[id], .scroll[id], details[id]")];
  const same = () =>
    (focus.id && document.getElementById(focus.id)) ||
    [...document.querySelectorAll("a, button, summary")].find((place) => place.isEqualNode(focus));

  const remember = () => {
    kept = places().map(({ id, scrollLeft, open }) => ({ id, scrollLeft, open }));
    focus = document.activeElement;
  };
  const restore = () => {
    for (const { id, scrollLeft, open } of kept) {
      const place = document.getElementById(id);
      if (!place) continue;
      if (open) place.open = true;
      place.scrollLeft = scrollLeft;
    }
    if (!focus.isConnected) same()?.focus({ preventScroll: true });
  };

  document.addEventListener("htmx:beforeSwap", remember);
  document.addEventListener("htmx:afterSwap", restore);
  // What a page of a match asks with, where it shows all there is but something else has changed.
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const shown = detail.xhr.getResponseHeader("X-Shown");
    if (shown) detail.elt.dataset.shown = shown;
  });
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const { shown } = detail.elt.dataset;
    if (shown) detail.path = detail.path.replace(/shown=[^&]*/, `shown=${shown}`);
  });
  return { remember, restore };
})();
