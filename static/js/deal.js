// Says on each key of tricks what it comes to at the level pressed, and takes away honours that cannot be at no-trump;
// lets “passed in” go when a contract is pressed after all.
{
  const words = (over) => (over < 0 ? `${-over} light` : over ? `+${over}` : "made");
  const pressed = (form, name) => form.querySelector(`[name=${name}]:checked`)?.value;

  const compare = (form) => {
    const level = pressed(form, "level");
    const nullos = pressed(form, "denomination") === "N0"; // a contract to lose tricks
    for (const note of form.querySelectorAll("[data-tricks]")) {
      const { tricks } = note.dataset;
      const over = (nullos ? 13 - tricks : tricks) - 6 - level;
      note.textContent = level ? words(over) : "";
      note.toggleAttribute("data-made", over >= 0);
    }
  };
  const offer = (form) => {
    const none = form.querySelector("[name=honours][value='']");
    for (const note of form.querySelectorAll("[data-trumps]")) {
      const honours = note.closest("label").control;
      honours.disabled = pressed(form, "denomination") === "NT";
      if (honours.disabled && honours.checked) none.checked = true;
    }
  };
  const readAll = () => {
    for (const form of document.querySelectorAll(".deal-form")) {
      compare(form);
      offer(form);
    }
  };

  document.addEventListener("change", (event) => {
    const passed = event.target.form?.querySelector(".deal-form [type=checkbox][name=passed_in]");
    if (passed && ["declarer", "level", "denomination", "tricks"].includes(event.target.name)) passed.checked = false;
    if (["level", "denomination"].includes(event.target.name)) compare(event.target.form);
    if (event.target.name === "denomination") offer(event.target.form);
  });
  document.addEventListener("reset", () => queueMicrotask(readAll)); // once it is done
  document.addEventListener("table", readAll);
  readAll();
}
