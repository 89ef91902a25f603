// Asks for confirmation before a pair with unsent deals or text signs out. Afterwards it deletes all stored deals, text
// and pages.
const leave = async (form) => {
  const waiting = (await outbox.all().catch(() => [])).length;
  const typed = (await drafts.all().catch(() => [])).length;
  const deals = waiting === 1 ? "1 deal" : `${waiting} deals`;
  const unsent = [...(waiting ? [deals] : []), ...(typed ? ["what you typed"] : [])].join(" and ");
  if (unsent && !confirm(`Not sent yet: ${unsent}. You lose this if you sign out now.`)) return;
  const answer = await post(form.action, new FormData(form)).catch(() => null);
  if (!answer || !answer.ok) return form.submit(); // The browser shows the error, and nothing is deleted.
  await Promise.all([outbox.clear(), drafts.clear()]).catch(() => {});
  if ("caches" in window) await caches.delete("table");
  location.assign(answer.url);
};
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-leave]")) return;
  event.preventDefault();
  leave(event.target).catch(() => event.target.submit());
});
