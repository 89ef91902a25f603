// A request that is lost, or answered with an error, would otherwise look as if it had been saved.
const say = (words) => {
  const notice = document.getElementById("trouble");
  notice.textContent = words;
  notice.hidden = words === "";
};
document.addEventListener("htmx:sendError", () =>
  say("No answer from the site, so nothing was saved. Check your connection, then try again."));
document.addEventListener("htmx:responseError", () =>
  say("The site could not do that, so look before you trust it: load this page again, then try once more."));
document.addEventListener("htmx:afterSwap", () => say(""));
