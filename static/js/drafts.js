// Stores the text of a pair's forms on this phone, by pair and URL, until it is sent or discarded. It also stores what
// the organiser types in from a paper score sheet. It never stores codes. Recorded deals have their own outbox.
const drafts = (() => {
  const database = new Promise((resolve, reject) => {
    const opening = indexedDB.open("drafts", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("drafts");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  database.catch(() => {}); // Each request reports this error itself.

  const act = async (mode, what) => {
    const opened = await database;
    return new Promise((resolve, reject) => {
      const work = opened.transaction("drafts", mode);
      const asked = what(work.objectStore("drafts"));
      work.oncomplete = () => resolve(asked.result);
      work.onabort = () => reject(work.error);
      work.commit?.(); // Commit at once, because the page may be about to close.
    });
  };

  return {
    all: () => act("readonly", (kept) => kept.getAllKeys()),
    get: (key) => act("readonly", (kept) => kept.get(key)),
    put: (key, draft) => act("readwrite", (kept) => kept.put(draft, key)),
    remove: (key) => act("readwrite", (kept) => kept.delete(key)),
    clear: () => act("readwrite", (kept) => kept.clear()),
  };
})();
{
  const PATIENCE = 8000;
  const { whose, answered } = document.currentScript.dataset;
  const here = whose?.startsWith("desk") ? "in this browser" : "on this phone";
  let isStored = false;
  const unsent = () => {
    const where = isStored ? `is stored ${here}` : `cannot be stored ${here}, so keep this page open`;
    return `The site does not respond. Your text ${where}. Send it again when you have a connection.`;
  };
  const place = (path) => `${whose} ${path}`;

  const fields = (form) =>
    [...form.elements].filter(({ name, type }) => name && !/hidden|submit|button|file|password/.test(type));
  const isKept = (form) =>
    form.method === "post" && !form.matches("[data-outbox], [data-leave]") && fields(form).length > 0 &&
    !form.querySelector("[type=password], [name=code]");
  const changed = (field) => {
    if (/radio|checkbox/.test(field.type)) return field.checked !== field.defaultChecked;
    if (!field.options) return field.value !== field.defaultValue;
    const served = [...field.options].find((option) => option.defaultSelected) || field.options[0];
    return !served.selected;
  };

  const line = Object.assign(document.createElement("p"), { className: "quiet-text", hidden: true });
  const throwAway = Object.assign(document.createElement("button"), { className: "button quiet", type: "button" });
  throwAway.textContent = "Discard my text";
  line.append(`Your text is stored ${here} until you send it. `, throwAway);

  const watch = (form) => {
    const key = place(new URL(form.action).pathname);
    let left = {}; // Values without a field, such as a row of a later tie-break.

    const keep = async () => {
      await ready;
      const said = { ...left };
      for (const field of fields(form)) {
        if (!answered && !changed(field)) continue;
        if (field.type === "checkbox") said[field.name] = field.checked;
        else if (field.type !== "radio" || field.checked) said[field.name] = field.value;
      }
      const isTyped = Object.keys(said).length > 0;
      await (isTyped ? drafts.put(key, { said, sheet: form.elements.sheet?.value }) : drafts.remove(key));
      isStored = isTyped;
      line.hidden = !isTyped;
    };
    // After a failure the last text is not stored, and an older one may be.
    const tryToKeep = () => keep().catch(() => (isStored = false, line.hidden = true));
    const put = ([name, value]) => {
      const field = form.elements.namedItem(name);
      if (field instanceof RadioNodeList) field.value = value;
      else if (field?.name !== name) return false; // The field has this id and another name.
      else if (field.type === "checkbox") field.checked = value;
      else field.value = value;
      return field.type === "checkbox" || field.value === value;
    };
    // Fill in the stored values, and start the automatic checks of the form.
    const fill = () => {
      const before = Object.keys(left).length;
      left = Object.fromEntries(Object.entries(left).filter((kept) => !put(kept)));
      if (Object.keys(left).length === before) return;
      for (const event of ["input", "change"]) form.dispatchEvent(new Event(event, { bubbles: true }));
    };

    const restore = async () => {
      const kept = await drafts.get(key);
      if (!kept || answered) return;
      const newer = fields(form).filter(changed).map(({ name }) => name);
      left = Object.fromEntries(Object.entries(kept.said).filter(([name]) => !newer.includes(name)));
      // The rows may have been typed for other seats. The site then asks about them.
      if (form.elements.sheet) form.elements.sheet.value = kept.sheet || "";
      isStored = true;
      line.hidden = false;
      fill();
    };

    form.append(line);
    const ready = restore();
    ready.catch(() => {}); // `keep` reports this error itself.
    for (const event of ["input", "change"]) form.addEventListener(event, tryToKeep);
    form.addEventListener("htmx:afterRequest", fill);
    if (answered) tryToKeep();
  };

  // Without a connection, the browser would replace this page with its own error page.
  let isSure = false;
  let pressed = null; // Safari 15.3 and older have no `event.submitter`.
  const isThere = async () => {
    const stop = new AbortController();
    const late = setTimeout(() => stop.abort(), PATIENCE);
    const answer = await fetch("/healthz", { cache: "no-store", signal: stop.signal }).catch(() => null);
    clearTimeout(late);
    return Boolean(answer);
  };
  const send = (form, submitter) => {
    isSure = true;
    if (submitter) submitter.click();
    else form.submit();
  };
  const ask = async (form, submitter) => {
    const trouble = document.getElementById("trouble");
    form.inert = true;
    const found = await isThere().finally(() => (form.inert = false));
    trouble.hidden = found;
    trouble.textContent = found ? "" : unsent();
    if (found) send(form, submitter);
    else trouble.scrollIntoView({ block: "center" });
  };
  addEventListener("pageshow", () => (isSure = false));
  document.addEventListener("submit", (event) => {
    if (isSure || whose === "" || !isKept(event.target)) return;
    const submitter = event.submitter || pressed;
    event.preventDefault();
    // If the check fails for any reason, send the form as a browser without scripts does.
    ask(event.target, submitter).catch(() => setTimeout(send, 0, event.target, submitter));
  });
  document.addEventListener("click", ({ target }) => (pressed = target.closest("button[type=submit], button:not([type])")));

  throwAway.addEventListener("click", async () => {
    if (!confirm("Discard your text on this page?")) return;
    await drafts.remove(place(new URL(throwAway.form.action).pathname));
    location.replace(location.pathname + location.search);
  });

  const begin = async () => {
    // The site sets this cookie when it has saved a form.
    const taken = document.cookie.match(/(?:^|; )taken="?([^;"]+)/);
    const forgotten = taken && drafts.remove(taken[1]).catch(() => {});
    const form = whose && [...document.forms].find(isKept);
    if (form) watch(form);
    await forgotten;
    for (const path of ["/play/", "/desk/"]) document.cookie = `taken=; path=${path}; max-age=0`;
  };
  if (whose !== undefined) begin().catch(() => {}); // This browser cannot store anything.
}
