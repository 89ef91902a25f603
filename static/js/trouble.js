// What was sent and lost, or answered with an error, would otherwise look as if it had been saved.
const say = (words) => (event) => {
  if (event.detail.requestConfig?.triggeringEvent?.type !== "submit") return; // a look in passing; the next one follows
  const notice = document.getElementById("trouble");
  notice.textContent = words;
  notice.hidden = words === "";
};
document.addEventListener("htmx:sendError",
  say("The site does not respond. Check your connection, then send it again. Nothing is saved twice."));
document.addEventListener("htmx:responseError",
  say("The site could not do that. Reload this page to see what is saved, then send it again."));
document.addEventListener("htmx:afterSwap", say(""));
