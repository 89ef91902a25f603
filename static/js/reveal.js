// Shows the next or the previous page of the draw when the user presses an arrow key, the space bar or a presenter.
const ways = { ArrowRight: "next", PageDown: "next", " ": "next", ArrowLeft: "prev", PageUp: "prev" };
document.addEventListener("keydown", (event) => {
  const link = document.querySelector(`a[rel="${ways[event.key]}"]`);
  if (!link || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("a, button, input")) return;
  event.preventDefault();
  link.click();
});
