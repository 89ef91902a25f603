// News replaces a part of the page; what was scrolled sideways stays where it was, what was open stays open.
{
  let kept = [];
  const places = () => [...document.querySelectorAll(".tree[id], .scroll[id], details[id]")];
  document.addEventListener("htmx:beforeSwap", () => {
    kept = places().map(({ id, scrollLeft, open }) => ({ id, scrollLeft, open }));
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const { id, scrollLeft, open } of kept) {
      const place = document.getElementById(id);
      if (!place) continue;
      if (open) place.open = true;
      place.scrollLeft = scrollLeft;
    }
  });
}
