/* The sign-up form's hidden time zone, as the browser knows it. */

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const field of document.querySelectorAll("[data-time-zone]")) {
  if (zone && !field.value) field.value = zone;
}
