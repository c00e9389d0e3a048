/* "hace 3 horas" written by the server goes on being true while the page stays open. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const words = new Intl.RelativeTimeFormat(document.documentElement.lang || "es");

function said(age) {
  if (age < MINUTE || age >= 8 * DAY) return null; // the server's words stand
  if (age < HOUR) return words.format(-Math.floor(age / MINUTE), "minute");
  if (age < DAY) return words.format(-Math.floor(age / HOUR), "hour");
  return words.format(-Math.floor(age / DAY), "day");
}

export function refresh(root = document) {
  const now = Date.now();
  for (const time of root.querySelectorAll("time[data-relative]")) {
    const text = said(now - Date.parse(time.dateTime));
    if (text !== null && text !== time.textContent) time.textContent = text;
  }
}

setInterval(refresh, MINUTE);
document.addEventListener("visibilitychange", () => document.hidden || refresh());
