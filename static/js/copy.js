// Shows <button class="button quiet" data-copy="id-of-the-text" hidden>Copy</button> if the browser can copy text.
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copy).textContent.trim();
    button.textContent = await navigator.clipboard.writeText(text).then(() => "Copied", () => "Could not copy");
  });
}
