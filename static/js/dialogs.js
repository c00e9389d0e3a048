/*
 * A link or button with data-dialog="<id>" opens that dialog; without JavaScript the link leads to
 * a page that asks the same question. Buttons with data-dialog-close close it, the browser gives
 * the focus back.
 */

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  if (opener) {
    const dialog = document.getElementById(opener.dataset.dialog);
    if (dialog) {
      event.preventDefault();
      dialog.showModal();
    }
    return;
  }
  const closer = event.target.closest("[data-dialog-close]");
  if (closer) closer.closest("dialog").close();
});
