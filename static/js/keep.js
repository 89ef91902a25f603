// Has the worker keep this page of a pair on its phone, as it reads now and whenever it has changed.
{
  const keep = async (isNew) => {
    const pad = document.getElementById("waiting")?.dataset.pad;
    if (!isNew && !(await caches.has("table"))) return; // signed out elsewhere
    // A page that came from this phone is no newer; and while deals wait it runs ahead of the sheet.
    if (document.getElementById("kept") || (pad && (await outbox.of(pad)).length)) return;
    const html = `<!doctype html>${document.documentElement.outerHTML}`;
    (await navigator.serviceWorker.ready).active.postMessage({ page: location.pathname, html });
  };

  if ("serviceWorker" in navigator) {
    const { worker, scope } = document.currentScript.dataset;
    navigator.serviceWorker.register(worker, { scope }).then(() => keep(true)).catch(() => {}); // next time
    document.addEventListener("table", () => keep().catch(() => {}));
  }
}
