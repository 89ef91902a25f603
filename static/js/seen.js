// Says that this page has been read, once it is really looked at: where it shows a result, the time to object runs from then.
const read = async () => {
  const form = document.querySelector("form[data-seen]");
  if (!form || document.visibilityState !== "visible") return;
  const answer = await post(form.action, new FormData(form), { headers: { "X-Seen": "1" } }).catch(() => null); // the next time
  if (answer && answer.ok) form.remove();
};
document.addEventListener("visibilitychange", read);
document.addEventListener("table", read);
read();
