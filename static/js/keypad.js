// The deal in the form for the next deal: its facts, the same in words, and true if any key is chosen.
const keypad = (() => {
  const form = document.querySelector("[data-outbox]");
  const key = (name, value) => form?.querySelector(`[name=${name}][value="${value}"]`);
  // After the match, the page has no keypad, so take the names from the data of the score sheet.
  const told = () => JSON.parse(document.getElementById("card")?.textContent || "{}");
  const suits = { C: "♣", D: "♦", H: "♥", S: "♠" };
  const others = {
    declarer: (seat) => told().seats?.[seat],
    denomination: (suit) => suits[suit],
    doubling: (times) => (Number(times) === 2 ? "doubled" : "redoubled"),
    honours: (held) => `${held.startsWith(told().reader) ? "We" : "They"} ${held.split("-")[1]}`,
  };
  const label = (name, value, part = "span") =>
    key(name, value)?.parentNode.querySelector(part).textContent.trim().replace(/\s+/g, " ") ??
    others[name](value) ?? value;
  const changed = (field) =>
    field.type === "radio" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  const fared = (over) => (over < 0 ? `${-over}\u00a0light` : over > 0 ? `${over}\u00a0over` : "made");

  return {
    // The values by form field name, or null while a value is missing.
    said: () => {
      const said = keypad.pressed();
      return said.declarer && said.level && said.denomination && said.result ? said : null;
    },
    pressed: () => {
      const { csrfmiddlewaretoken, number, ...pressed } = form ? Object.fromEntries(new FormData(form)) : {};
      return pressed;
    },
    // A question about the next missing value, or "".
    missing: () => {
      const { declarer, level, denomination, result } = keypad.pressed();
      if (!declarer) return "";
      return !level ? "Which level?" : !denomination ? "Which suit?" : !result ? "What was the result?" : "";
    },
    // The deal in words. The facts may come from the form, the site or an earlier version of this page.
    words: (said) => {
      if (typeof said === "string" || said.passed_in) return said.passed_in ? "passed in" : said;
      const over = Number(said.result ?? said.tricks - 6 - said.level);
      const doubled = Number(said.doubling) === 1 ? "" : ` ${label("doubling", said.doubling)}`;
      const held = said.honours ? `, ${label("honours", said.honours)} honours` : "";
      const suit = said.denomination === "N0" ? " nullos" : label("denomination", said.denomination, "b");
      const bid = `${said.level}${suit}${doubled}`;
      return `${bid} by ${label("declarer", said.declarer, "b")}, ${fared(over)}${held}`;
    },
    typed: () => [...(form?.elements || [])].some((field) => /radio|text|number/.test(field.type) && changed(field)),
    clear: () => form?.reset(),
    fill: (said) => {
      const result = said.result ?? said.tricks - 6 - said.level;
      for (const [name, value] of Object.entries({ ...said, result })) {
        const pressed = key(name, value);
        if (pressed?.type === "radio") pressed.checked = true;
        else if (form?.elements[name] && /text|number/.test(form.elements[name].type)) form.elements[name].value = value;
      }
      form?.dispatchEvent(new Event("change", { bubbles: true }));
    },
  };
})();
