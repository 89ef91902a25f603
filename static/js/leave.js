// Asks for confirmation before somebody with unsent deals or text signs out. Afterwards it deletes all stored deals, text
// and pages. Without this script the site leaves them alone (clear_site_data).
const leave = (() => {
  const PATIENCE = 5000;
  // Do something with the records that a script has stored on this phone. Return undefined if none ever did.
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
  const count = (name, store) => records(name, store, "readonly", (kept) => kept.count());
  const clear = (name, store) => records(name, store, "readwrite", (kept) => kept.clear());

  return async (form) => {
    const [waiting, typed] = await Promise.all([count("outbox", "deals"), count("drafts", "drafts")]);
    const deals = waiting === 1 ? "1 deal" : `${waiting} deals`;
    const unsent = [...(waiting ? [deals] : []), ...(typed ? ["what you typed"] : [])].join(" and ");
    if (unsent && !confirm(`Not sent yet: ${unsent}. You lose this if you sign out now.`)) return;
    const sent = new FormData(form);
    sent.set("unsent", "asked");
    const answer = await post(form.action, sent).catch(() => null);
    if (!answer || !answer.ok) return form.submit(); // The browser shows the error, and nothing is deleted.
    await Promise.all([clear("outbox", "deals"), clear("drafts", "drafts")]);
    if ("caches" in window) await caches.delete("table");
    location.assign(answer.url);
  };
})();
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-leave]")) return;
  event.preventDefault();
  leave(event.target).catch(() => event.target.submit());
});
