// The form for a paper score sheet. Enter and the arrow keys move between cells, and a pasted column fills the rows
// below. After each check, the results appear next to their rows.
{
  const form = document.getElementById("paper-form");
  const rows = document.getElementById("paper-rows");
  const columns = (form.dataset.columns || "deal we they").split(" ");
  const place = (cell) => cell.name.split("-");
  const at = (column, number) => rows.querySelector(`[name="${column}-${number}"]`);

  const move = (cell, right, down) => {
    const [column, number] = place(cell);
    const next = at(columns[columns.indexOf(column) + right], Number(number) + down);
    if (next) next.focus();
    return Boolean(next);
  };
  const keys = {
    Enter: (cell) => move(cell, -columns.indexOf(place(cell)[0]), 1),
    ArrowDown: (cell) => move(cell, 0, 1),
    ArrowUp: (cell) => move(cell, 0, -1),
    ArrowRight: (cell) => cell.selectionStart === cell.value.length && move(cell, 1, 0),
    ArrowLeft: (cell) => cell.selectionEnd === 0 && move(cell, -1, 0),
  };
  rows.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing) return;
    if (!event.target.name) return;
    if (keys[event.key]?.(event.target) || event.key === "Enter") event.preventDefault();
  });

  rows.addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text").replace(/\r/g, "").replace(/\n+$/, "");
    if (!event.target.name || !/[\n\t]/.test(text)) return;
    event.preventDefault();
    const [column, number] = place(event.target);
    const left = text.split("\n").flatMap((line, down) => line.split("\t").filter((value, right) => {
      const cell = at(columns[columns.indexOf(column) + right], Number(number) + down);
      if (cell) cell.value = value.trim();
      return !cell && value.trim();
    }));
    document.getElementById("paper-left").textContent =
      left.length ? `There was no row or column for: ${left.join(", ")}.` : "";
    event.target.dispatchEvent(new Event("input", { bubbles: true }));
  });

  form.addEventListener("htmx:beforeSwap", (event) => {
    const answer = new DOMParser().parseFromString(event.detail.serverResponse, "text/html");
    const checked = [...answer.querySelectorAll("#paper-rows > li")];
    const ids = checked.map((row) => row.id);
    for (const row of checked) {
      const here = document.getElementById(row.id);
      if (!here) {
        rows.insertBefore(row, document.getElementById("row-credits"));
        continue;
      }
      here.querySelector(".said").replaceWith(row.querySelector(".said"));
      here.firstElementChild.replaceWith(row.firstElementChild);
      const cell = here.querySelector("input");
      if (cell) cell.setAttribute("aria-invalid", here.querySelector(".said").hasAttribute("data-fault"));
    }
    for (const row of [...rows.children]) {
      if (ids.length && !ids.includes(row.id)) row.remove();
    }
    const sum = answer.getElementById("paper-sum");
    if (sum) document.getElementById("paper-sum").replaceWith(sum);
  });
}
