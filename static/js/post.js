// Sends form data with the current CSRF token. Each sign-in replaces the token, so other open pages have an old one.
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
  // Return the site's response. If it rejects the token, load the page for a new token and send the data again.
  const once = async (address, body, options = {}) => {
    const answer = await send(address, body, options);
    if (answer.status !== 403) return answer;
    const page = await fetch(location.pathname, { cache: "no-store", signal: options.signal });
    return page.ok ? send(address, body, options) : page; // 404: this device no longer has access.
  };
  return Object.assign(once, { refresh });
})();
