// Stores the names last typed for a score pad on this device, and offers them for the next pad. The page "On
// this phone" deletes them (leave.js).
try {
  const offer = document.querySelector("[data-names]");
  const { form } = offer;
  const fields = [...form.querySelectorAll("input[type=text]")];
  const kept = JSON.parse(localStorage.names || "[]");
  const last = kept.slice(0, fields.length);

  offer.hidden = last.length < fields.length;
  offer.textContent = `Use the last names: ${last.join(", ")}`;
  offer.addEventListener("click", () => {
    fields.forEach((field, place) => (field.value = last[place]));
    form.dispatchEvent(new Event("input", { bubbles: true })); // drafts.js stores the typed text.
    form.querySelector(".primary").focus();
  });
  // After a game for two, keep the other names for the next game for four.
  form.addEventListener("submit", () => {
    const names = [...fields.map(({ value }) => value.trim()), ...kept].filter(Boolean);
    localStorage.names = JSON.stringify([...new Set(names)].slice(0, 4));
  });
} catch {} // This browser cannot store anything.
