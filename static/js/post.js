// Sends what a form would send. Signing in replaces the token against forged forms, and so makes the token of every
// page that is open elsewhere an old one: what is sent takes the token that counts now.
const post = (() => {
  const FIELD = "csrfmiddlewaretoken";
  const current = () => document.cookie.match(/(?:^|;\s*)csrftoken=([^;]+)/)?.[1];
  const refresh = (form) => {
    const [field, token] = [form.elements?.[FIELD], current()];
    if (field && token) field.value = token;
  };
  document.addEventListener("submit", ({ target }) => refresh(target), true);

  const send = (address, body, options) => {
    body.set(FIELD, current() ?? document.querySelector(`[name=${FIELD}]`)?.value ?? "");
    return fetch(address, { ...options, method: "POST", body });
  };
  // The site's answer. Where it refuses the token, the page is asked for again, which brings a new one, and then once more.
  const once = async (address, body, options = {}) => {
    const answer = await send(address, body, options);
    if (answer.status !== 403) return answer;
    const page = await fetch(location.pathname, { cache: "no-store", signal: options.signal });
    return page.ok ? send(address, body, options) : page; // 404: it is no longer for this device
  };
  return Object.assign(once, { refresh });
})();
