// Repeats a typed date in words next to its field, because a browser may show 10 January as 01/10.
document.addEventListener("input", ({ target }) => {
  const words = target.closest(".field")?.querySelector("output[for]");
  if (target.type !== "date" || !words) return;
  const day = target.valueAsDate;
  words.textContent = day ? day.toUTCString().slice(0, 16).replace(",", "").replace(" 0", " ") : "";
});
