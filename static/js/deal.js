// Says under each number of tricks what it comes to at the level pressed; leads to the next deal once one is recorded.
{
  const words = (over) => (over < 0 ? `${-over} light` : over ? `+${over}` : "made");

  const compare = (form) => {
    const level = form.querySelector("[name=level]:checked");
    for (const note of form.querySelectorAll("[data-tricks]")) {
      note.textContent = level ? words(note.dataset.tricks - 6 - level.value) : "";
    }
  };
  const compareAll = () => document.querySelectorAll(".deal-form").forEach(compare);

  document.addEventListener("change", (event) => {
    if (event.target.name === "level") compare(event.target.form);
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "table") return;
    compareAll();
    const lead = document.querySelector("#table .errors") || document.getElementById("next") || event.target;
    lead.focus();
    lead.scrollIntoView({ block: "start" });
  });
  compareAll();
}
