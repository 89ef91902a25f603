// The form for the results of a round. Enter moves to the next total, then to the next match. Entered rows are counted.
{
  const form = document.getElementById("results");
  const rows = form ? [...document.querySelectorAll("#result-rows > li:not([data-disputed])")] : [];
  const part = (row, name) => row.querySelector(`[name$="-${name}"]`);
  const winner = (row) => row.querySelector("[name$='-winner']:checked");
  const way = (row) => part(row, "how").selectedOptions[0];
  const hasTotals = (row) => !way(row).matches(".no-totals");
  const isEntered = (row) => way(row).value !== "none" && Boolean(winner(row) || way(row).value === "double default");
  const save = form && form.querySelector("[data-save]");

  const begin = (row) => {
    const next = row ? winner(row) || part(row, "winner") : save;
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  };
  const next = (row, field) => {
    const later = { winner: "winners", winners: "losers" }[field];
    if (later && winner(row) && hasTotals(row)) return part(row, later).select();
    begin(rows[rows.indexOf(row) + 1]);
  };
  const isChanged = (row) =>
    [...row.querySelectorAll("input")].some((it) => it.checked !== it.defaultChecked || it.value !== it.defaultValue) ||
    !way(row).defaultSelected;
  const count = () => {
    const entered = rows.filter(isEntered).length;
    const added = rows.filter((row) => isEntered(row) && !row.matches("[data-saved]")).length;
    const changes = rows.some((row) => row.matches("[data-saved]") && isChanged(row));
    form.querySelector("[data-count] b").textContent = entered;
    save.textContent = changes ? "Save changes" : added ? `Save ${added} ${added === 1 ? "result" : "results"}` : "Save results";
  };

  if (rows.length) {
    form.addEventListener("keydown", (event) => {
      const row = event.target.closest("#result-rows > li");
      if (event.key !== "Enter" || !row || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
      event.preventDefault();
      next(row, event.target.name.split("-").pop());
    });
    form.addEventListener("input", count);
    form.querySelector("[data-count]").hidden = false;
    count();
  }
}
