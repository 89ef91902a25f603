// Fills the rows of a paper score sheet one by one with the keypad for a deal.
{
  const form = document.getElementById("row-keys");
  const heading = document.getElementById("row-heading");
  const opener = document.getElementById("by-keys");
  const part = (name) => form.querySelector(`[data-${name}]`);
  const row = (number) => document.getElementById(`row-${number}`);
  const cell = (number) => row(number)?.querySelector(`[name="deal-${number}"]`);
  let number = 0;

  // The chosen keys in shorthand, as a user would type the deal.
  const line = () => {
    const { level, denomination, doubling, declarer, result, honours } = Object.fromEntries(new FormData(form));
    const doubled = { 1: "", 2: "x", 4: "xx" }[doubling];
    const fared = result > 0 ? `+${result}` : result === "0" ? "=" : result;
    const held = honours ? ` h${honours.slice(3)} ${honours[0]}-${honours[1]}` : "";
    return `${level}${denomination}${doubled} ${declarer} ${fared}${held}`.toLowerCase();
  };
  const show = () => {
    const dealer = row(number).querySelector("label small")?.textContent || "";
    heading.textContent = `Row ${number}${dealer && `, ${dealer}`}`;
    const before = row(number - 1)?.querySelector(".said").textContent.replace(/\s+/g, " ").trim();
    part("said").textContent = before ? `Row ${number - 1}: ${before}` : "";
    part("next").textContent = cell(number + 1) ? `Next, row ${number + 1}` : `Fill row ${number}`;
  };
  const go = (next) => {
    const isThere = Boolean(next && cell(next));
    form.hidden = !isThere;
    opener.hidden = isThere;
    heading.classList.toggle("sr", !isThere);
    if (!isThere) return;
    number = next;
    form.reset();
    show();
    heading.focus();
    heading.scrollIntoView({ block: "start" });
  };

  opener.hidden = false;
  opener.addEventListener("click", () => {
    const cells = [...document.querySelectorAll("#paper-rows [name^='deal-']")];
    const empty = cells.find(({ value }) => !value.trim()) || cells[cells.length - 1];
    if (empty) go(Number(empty.name.split("-")[1]));
  });
  part("close").addEventListener("click", () => go(0));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const place = cell(number);
    place.value = event.submitter?.name === "passed_in" ? "p" : line();
    place.dispatchEvent(new Event("input", { bubbles: true }));
    go(number + 1);
  });
  document.addEventListener("htmx:afterRequest", () => form.hidden || show());
}
