// Signing out asks first when deals wait on this phone; once it is done, nothing of the match stays on it.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-leave]")) return;
  event.preventDefault();
  const waiting = (await outbox.all().catch(() => [])).length;
  const lost = waiting === 1 ? ["1 deal has", "it is"] : [`${waiting} deals have`, "they are"];
  const words = `${lost[0]} not been sent yet. If you sign out now, ${lost[1]} lost.`;
  if (waiting && !confirm(words)) return;
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
  if (!answer || !answer.ok) return form.submit(); // the browser says why; nothing is lost by it
  await outbox.clear().catch(() => {});
  if ("caches" in window) await caches.delete("table");
  location.assign(answer.url);
});
