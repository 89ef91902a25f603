// <button data-share hidden> shares what [data-shared] says and the page's address; where that cannot be, it copies them.
for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !(navigator.share || navigator.clipboard);
  button.addEventListener("click", async () => {
    const text = document.querySelector("[data-shared]").dataset.shared;
    const url = document.querySelector("link[rel=canonical]").href;
    if (navigator.share) {
      await navigator.share({ text, url }).catch(() => {}); // the reader thought better of it
    } else {
      await navigator.clipboard.writeText(`${text} ${url}`);
      button.textContent = "Copied";
    }
  });
}
