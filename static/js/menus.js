/* A menu is a details element; Escape, a click elsewhere or leaving it by keyboard closes it. */

const open = () => document.querySelectorAll("details[data-menu][open]");

document.addEventListener("click", (event) => {
  for (const menu of open()) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of open()) {
    const held = menu.contains(document.activeElement);
    menu.open = false;
    if (held) menu.querySelector("summary").focus();
  }
});

document.addEventListener("focusin", (event) => {
  for (const menu of open()) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
