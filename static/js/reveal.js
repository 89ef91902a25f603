// The arrows and the space bar of a keyboard, or of a presenter's remote control, turn the pages of the draw.
const ways = { ArrowRight: "next", PageDown: "next", " ": "next", ArrowLeft: "prev", PageUp: "prev" };
document.addEventListener("keydown", (event) => {
  const link = document.querySelector(`a[rel="${ways[event.key]}"]`);
  if (!link || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("a, button, input")) return;
  event.preventDefault();
  link.click();
});
