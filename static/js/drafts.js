// Stores text typed into a form on this device until the site has saved it. The key is the owner of the page
// (form_key) and the URL that the form posts to. The text is deleted once it is saved, after a week, and on signing out
// (leave.js). Files, hidden fields, and forms with a password or a code are never stored. Deals have their own outbox.
const drafts = (() => {
  const KEPT = 7 * 24 * 3600 * 1000;
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

  const all = () => act("readonly", (kept) => kept.getAllKeys());
  const get = async (key) => {
    const draft = await act("readonly", (kept) => kept.get(key));
    return Date.now() - draft?.at < KEPT ? draft : undefined;
  };
  const put = (key, draft) => act("readwrite", (kept) => kept.put({ ...draft, at: Date.now() }, key));
  const remove = (key) => act("readwrite", (kept) => kept.delete(key));
  const removeOld = async () => {
    for (const key of await all()) if (!(await get(key))) await remove(key);
  };
  return { all, get, put, remove, removeOld };
})();
{
  const PATIENCE = 8000;
  const watched = new WeakMap();
  let isFilling = false;

  const isTick = ({ type }) => /radio|checkbox/.test(type);
  const valueOf = (field) => (isTick(field) ? field.checked : field.value);
  const fields = (form) =>
    [...form.elements].filter(({ name, type }) => name && !/hidden|submit|button|file|password|reset/.test(type));
  const isKept = (form) =>
    form.method === "post" && form.elements.form_key && fields(form).length > 0 &&
    !form.matches("[data-outbox], [data-leave]") && !form.querySelector("[type=password], [name=code]");
  const address = (form) => new URL(form.getAttribute("action") || location.href, location.href);
  // The site's response to a rejected form is the same page, filled in.
  const isAnswered = (form) => "answered" in form.elements.form_key.dataset && address(form).pathname === location.pathname;
  const keyOf = (form) => `${form.elements.form_key.dataset.owner} ${address(form).pathname}${address(form).search}`;
  const changed = (field) => {
    if (isTick(field)) return field.checked !== field.defaultChecked;
    if (!field.options) return field.value !== field.defaultValue;
    const served = [...field.options].find((option) => option.defaultSelected) || field.options[0];
    return !served?.selected;
  };
  // The fields of a form by their names. Fields with the same name differ by their value or their position.
  const named = (form) => {
    const count = {};
    const nth = (name) => (count[name] = (count[name] || 0) + 1);
    return new Map(fields(form).map((field) => [`${field.name} ${isTick(field) ? field.value : nth(field.name)}`, field]));
  };

  const say = (form, at) => {
    const how = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
    const when = new Date(at).toLocaleString("en-GB", how).replace(/^(\w+),/, "$1");
    const line = Object.assign(document.createElement("p"), { className: "quiet-text" });
    line.dataset.draft = "";
    line.setAttribute("role", "status");
    const clear = Object.assign(document.createElement("button"), { className: "button quiet", type: "button" });
    clear.textContent = "Clear it";
    clear.addEventListener("click", async () => {
      await drafts.remove(keyOf(form));
      location.replace(location.pathname + location.search);
    });
    line.append(`We kept what you typed on ${when}. `, clear);
    form.prepend(line);
  };

  // Fill in the stored values, and start the automatic checks of the form. Return true if a value was filled in.
  const fill = (form, state) => {
    const places = named(form);
    const put = ([name, value]) => {
      const field = places.get(name);
      if (!field) return false;
      if (isTick(field)) field.checked = value;
      else field.value = value;
      return valueOf(field) === value;
    };
    const before = Object.keys(state.left).length;
    state.left = Object.fromEntries(Object.entries(state.left).filter((kept) => !put(kept)));
    if (Object.keys(state.left).length === before) return false;
    isFilling = true;
    for (const event of ["input", "change"]) form.dispatchEvent(new Event(event, { bubbles: true }));
    isFilling = false;
    return true;
  };

  const restore = async (form, state) => {
    const kept = await drafts.get(keyOf(form));
    if (!kept) return;
    // Keep text that is already typed, and values that the site filled in with an error.
    const stays = (field) => changed(field) || (isAnswered(form) && (isTick(field) || field.value));
    const newer = [...named(form)].filter(([, field]) => stays(field)).map(([name]) => name);
    // `left` also keeps values without a field, such as a row of a later tie-break.
    state.left = Object.fromEntries(Object.entries(kept.said).filter(([name]) => !newer.includes(name)));
    // The rows may have been typed for other seats. The site then asks about them.
    if (form.elements.sheet && !isAnswered(form)) form.elements.sheet.value = kept.sheet || "";
    state.isStored = true;
    if (fill(form, state)) say(form, kept.at);
  };

  const store = async (form, state) => {
    await state.ready;
    const said = { ...state.left };
    for (const [name, field] of named(form)) if (isAnswered(form) || changed(field)) said[name] = valueOf(field);
    state.isStored = Object.keys(said).length > 0;
    await (state.isStored ? drafts.put(keyOf(form), { said, sheet: form.elements.sheet?.value }) : drafts.remove(keyOf(form)));
  };
  // After a failure, the stored text may be older than the last text.
  const keep = (form) => {
    const state = watch(form);
    store(form, state).catch(() => (state.isStored = false));
  };

  const watch = (form) => {
    if (watched.has(form)) return watched.get(form);
    const state = { left: {}, isStored: false };
    watched.set(form, state);
    state.ready = restore(form, state);
    state.ready.catch(() => {}); // `store` reports this error itself.
    if (isAnswered(form)) keep(form);
    return state;
  };

  // Without a connection, the browser would replace this page with its own error page.
  let isSure = false;
  // An organiser presses many buttons, so ask the site first only if the computer knows that it is offline.
  const needsNoQuestion = (form) => isSure || (navigator.onLine && /^organiser/.test(form.elements.form_key.dataset.owner));
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
    const where = watch(form).isStored ? "is stored on this device" : "cannot be stored on this device, so keep this page open";
    trouble.hidden = found;
    trouble.textContent = `The site does not respond. Your text ${where}. Send it again when you have a connection.`;
    if (found) send(form, submitter);
    else trouble.scrollIntoView({ block: "center" });
  };
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || !isKept(event.target) || needsNoQuestion(event.target)) return;
    const submitter = event.submitter || pressed;
    event.preventDefault();
    // If the check fails for any reason, send the form as a browser without scripts does.
    ask(event.target, submitter).catch(() => setTimeout(send, 0, event.target, submitter));
  });
  document.addEventListener("click", ({ target }) => (pressed = target.closest("button[type=submit], button:not([type])")));

  for (const event of ["input", "change"]) document.addEventListener(event, ({ target }) => {
    const form = target.form || target.closest("form");
    if (form && !isFilling && isKept(form)) keep(form);
  });

  // The site sets this cookie when it has saved a form.
  const forget = async () => {
    const saved = document.cookie.match(/(?:^|; )saved_form=([^;]+)/);
    if (!saved) return;
    await drafts.remove(decodeURIComponent(saved[1]));
    document.cookie = "saved_form=; path=/; max-age=0";
  };
  const begin = async () => {
    for (const line of document.querySelectorAll("[data-draft]")) line.remove(); // A stored page may contain it.
    await forget();
    for (const form of [...document.forms].filter(isKept)) watch(form);
    await drafts.removeOld();
  };
  addEventListener("pageshow", () => (isSure = false));
  document.addEventListener("htmx:afterRequest", ({ target }) => {
    forget().catch(() => {});
    if (watched.has(target)) fill(target, watched.get(target));
  });
  begin().catch(() => {}); // This browser cannot store anything.
}
