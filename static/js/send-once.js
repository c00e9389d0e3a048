/*
 * A form with data-send-once is sent once: the second click does nothing. The buttons stay enabled
 * in the markup (the server refuses doubles by itself) and wake up again when the page comes back.
 */

const sending = new WeakSet();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-send-once]") || event.defaultPrevented) return;
  if (sending.has(form)) {
    event.preventDefault();
    return;
  }
  sending.add(form);
  for (const button of form.querySelectorAll("button[type=submit], button:not([type])")) {
    button.setAttribute("aria-disabled", "true");
  }
});

export function wake(form) {
  sending.delete(form);
  for (const button of form.querySelectorAll("button[aria-disabled]")) {
    button.removeAttribute("aria-disabled");
  }
}

// The page may come back as it was left: by the browser's Back, or after a failed request.
window.addEventListener("pageshow", () => {
  document.querySelectorAll("form[data-send-once]").forEach(wake);
});
