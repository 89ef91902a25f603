// Data stored on this device by this site's scripts: deals (outbox.js), text (drafts.js), pages (worker.js) and the
// names of the last score pad (names.js).
const device = (() => {
  const PATIENCE = 5000;
  // Use the records that a script has stored on this phone. Return undefined if there have never been any.
  const records = (name, store, mode, what) => new Promise((done) => {
    setTimeout(done, PATIENCE);
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onerror = () => done();
    opening.onsuccess = () => {
      const asked = what(opening.result.transaction(store, mode).objectStore(store));
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => done();
      opening.result.close();
    };
  });
  const clear = (name, store) => records(name, store, "readwrite", (kept) => kept.clear());
  const deals = async () => (await records("outbox", "deals", "readonly", (kept) => kept.getAll())) || [];
  const texts = async () => (await records("drafts", "drafts", "readonly", (kept) => kept.getAllKeys())) || [];

  const names = () => {
    try {
      return JSON.parse(localStorage.names || "[]");
    } catch {
      return []; // This browser cannot store anything.
    }
  };

  return {
    deals,
    texts,
    names,
    // Ask before the action `doing` loses unsent data. Return true if it may be lost.
    mayLose: async (doing) => {
      const [waiting, typed] = await Promise.all([deals(), texts()]);
      const count = waiting.length === 1 ? "1 deal" : `${waiting.length} deals`;
      const unsent = [...(waiting.length ? [count] : []), ...(typed.length ? ["what you typed"] : [])].join(" and ");
      return !unsent || confirm(`Not sent yet: ${unsent}. You lose this if you ${doing} now.`);
    },
    clear: async () => {
      await Promise.all([clear("outbox", "deals"), clear("drafts", "drafts")]);
      if (names().length) delete localStorage.names;
      if ("caches" in window) await caches.delete("table");
    },
  };
})();
// Asks for confirmation before a user with unsent deals or text signs out. Afterwards it deletes all stored deals, text
// and pages. Without this script the site does not delete them (clear_site_data).
{
  const leave = async (form) => {
    if (!(await device.mayLose("sign out"))) return;
    const sent = new FormData(form);
    sent.set("unsent", "asked");
    const answer = await post(form.action, sent).catch(() => null);
    if (!answer || !answer.ok) return form.submit(); // The browser shows the error, and nothing is deleted.
    await device.clear();
    location.assign(answer.url);
  };
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-leave]")) return;
    event.preventDefault();
    leave(event.target).catch(() => event.target.submit());
  });
}
