// Signing out asks first when deals wait on this phone; once it is done, nothing of the match stays on it.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-leave]")) return;
  event.preventDefault();
  const waiting = (await outbox.all().catch(() => [])).length;
  const words = `${waiting === 1 ? "1 deal has" : `${waiting} deals have`} not been sent yet. If you sign out now, they are lost.`;
  if (waiting && !confirm(words)) return;
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
  if (!answer || !answer.ok) return form.submit(); // the browser says why; nothing is lost by it
  await outbox.clear().catch(() => {});
  if ("caches" in window) await caches.delete("table");
  location.assign(answer.url);
});
