// What was sent and lost, or answered with an error, would otherwise look as if it had been saved.
const say = (words) => (event) => {
  if (event.detail.requestConfig?.triggeringEvent?.type !== "submit") return; // a look in passing; the next one follows
  const notice = document.getElementById("trouble");
  notice.textContent = words;
  notice.hidden = words === "";
};
document.addEventListener("htmx:sendError",
  say("No reply from the site. Check your connection, then send again. Sending twice does no harm."));
document.addEventListener("htmx:responseError",
  say("The site could not do that. Reload this page, then send again."));
document.addEventListener("htmx:afterSwap", say(""));
