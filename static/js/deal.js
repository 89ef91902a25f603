// Clears choices that no longer apply: hidden honours and results, and "passed in" after a contract is chosen.
{
  const gone = (key) => key.checked && getComputedStyle(key.nextElementSibling).visibility === "hidden";

  // Tell screen readers whether a button shows further keys.
  const open = { honours: '[name=honours]:not([value=""]):checked', more: "label:nth-child(n + 9) > [name=result]:checked" };
  const tell = () => {
    for (const more of document.querySelectorAll("[data-more]")) {
      more.setAttribute("aria-expanded", more.checked || Boolean(more.form.querySelector(open[more.dataset.more])));
    }
  };
  tell();
  document.addEventListener("reset", () => queueMicrotask(tell)); // The form is reset after this event.

  document.addEventListener("change", ({ target: { form, name } }) => {
    if (!form?.matches(".deal-form")) return;
    const passed = form.querySelector("[type=checkbox][name=passed_in]");
    if (passed && ["declarer", "level", "denomination", "result"].includes(name)) passed.checked = false;
    for (const key of [...form.querySelectorAll("[name=honours], [name=result]")].filter(gone)) {
      key.checked = false;
      const none = form.querySelector(`[name=${key.name}][value=""]`);
      if (none) none.checked = true;
    }
    tell();
  });
}
