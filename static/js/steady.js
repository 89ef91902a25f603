// News of the draw replaces its trees; whoever had scrolled one sideways stays where they were.
{
  let scrolled = [];
  const trees = () => [...document.querySelectorAll(".tree")];
  document.addEventListener("htmx:beforeSwap", () => {
    scrolled = trees().map((tree) => tree.scrollLeft);
  });
  document.addEventListener("htmx:afterSwap", () => {
    trees().forEach((tree, place) => { tree.scrollLeft = scrolled[place] ?? 0; });
  });
}
