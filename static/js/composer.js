/*
 * The composer with JavaScript: the draft saves itself (in this browser when the server cannot be
 * reached), each roll row gets its nonce here, the toolbar writes Markdown.
 *
 * Nothing typed is lost: whatever the server has not confirmed stays in localStorage until it has.
 */
import { wake } from "./send-once.js";

const QUIET = 1200; // ms without typing before a draft goes to the server
const LONGEST = 10_000; // ms that typing may put it off

const form = document.querySelector("[data-composer]");
const says = form.dataset;
const status = form.querySelector("[data-draft-status]");
const text = form.elements.namedItem("text");

/* ---- the draft ---- */

let dirty = false; // typed since the last save began
let saving = false;
let failing = false; // the server does not have what is on the page
let leaving = false; // being published or thrown away
let timer = 0;
let firstChange = 0;

function body() {
  return new URLSearchParams(new FormData(form));
}

function say(words, isFailing = false) {
  if (status.textContent !== words) status.textContent = words;
  status.classList.toggle("is-failing", isFailing);
}

// A text that differs from the server's waits under a name of its own until the person decides.
const OTHER = `${says.store}:other`;

function store(name, kept) {
  try {
    localStorage.setItem(name, kept.toString());
  } catch {
    // Storage is full or forbidden: the warning on leaving the page is what remains.
  }
}

function forget(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing is kept where storage is forbidden.
  }
}

function stored(name) {
  try {
    const kept = localStorage.getItem(name);
    return kept === null ? null : new URLSearchParams(kept);
  } catch {
    return null;
  }
}

function keepHere() {
  const kept = body();
  kept.delete("csrfmiddlewaretoken");
  kept.set("kept_at", new Date().toISOString());
  store(says.store, kept);
}

const forgetHere = () => forget(says.store);

/** Send a draft; says what became of it: "saved", "published" (too late), "refused", "failed". */
async function send(fields, keepalive = false) {
  const sent = new URLSearchParams(fields);
  sent.delete("kept_at");
  sent.set("csrfmiddlewaretoken", form.elements.namedItem("csrfmiddlewaretoken").value);
  try {
    const response = await fetch(says.draftUrl, {
      method: "POST",
      body: sent,
      headers: { Accept: "application/json" },
      redirect: "error", // signed out: the sign-in page is no answer
      // Browsers allow 64 kB to requests that outlive their page.
      keepalive: keepalive && sent.toString().length < 60_000,
    });
    const isJson = (response.headers.get("Content-Type") ?? "").includes("json");
    if (!response.ok) return { is: "refused", words: isJson ? (await response.json()).message : "" };
    return { is: (await response.json()).saved ? "saved" : "published" };
  } catch {
    return { is: "failed" };
  }
}

async function save({ keepalive = false } = {}) {
  clearTimeout(timer);
  firstChange = 0;
  if (saving || leaving || !dirty) return;
  saving = true;
  dirty = false;
  const answer = await send(body(), keepalive);
  saving = false;
  if (leaving) return;
  if (answer.is === "published") {
    // The browser's Back has brought a published form again: what is written now is another post.
    form.elements.namedItem("post_id").value = uuid();
    dirty = true;
    schedule(0);
    return;
  }
  if (answer.is === "saved") {
    failing = false;
    if (dirty) schedule();
    else forgetHere();
    say(says.saved);
    return;
  }
  failing = true;
  dirty = true;
  keepHere();
  say(answer.is === "refused" ? answer.words || says.refused : says.failed, true);
  schedule(LONGEST);
}

function schedule(wait = QUIET) {
  clearTimeout(timer);
  timer = setTimeout(save, wait);
}

function changed(event) {
  if (event.target.closest("[data-audience]")) showAudience();
  dirty = true;
  keepHere();
  const now = Date.now();
  firstChange ||= now;
  schedule(now - firstChange > LONGEST ? 0 : QUIET);
}

form.addEventListener("input", changed);
form.addEventListener("change", changed);

document.addEventListener("visibilitychange", () => {
  if (document.hidden) save({ keepalive: true });
});
window.addEventListener("online", () => failing && save());

form.addEventListener("submit", (event) => {
  // While rows are thrown or words published, what is on the page stays here until it is confirmed.
  if (event.defaultPrevented) return;
  leaving = true;
  clearTimeout(timer);
  if (event.submitter?.hasAttribute("data-discard")) forgetHere();
  else keepHere();
});

window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  leaving = false;
  wake(form);
});

window.addEventListener("beforeunload", (event) => {
  if (failing && !leaving) event.preventDefault();
});

/* ---- what this browser kept when the server could not ---- */

function writeBack(kept) {
  for (const name of ["text", "note"]) form.elements.namedItem(name).value = kept.get(name) ?? "";
  const note = form.elements.namedItem("note");
  if (note.value) note.closest("details").open = true;
  const speaker = form.elements.namedItem("speaker");
  const known = [...speaker.options].some((option) => option.value === kept.get("speaker"));
  if (known) speaker.value = kept.get("speaker");
  // The circle of readers comes back too: a whisper must never return as a word to everyone.
  for (const box of form.querySelectorAll("[name=audience], [name=readers]")) {
    box.checked = kept.getAll(box.name).includes(box.value);
  }
  form.elements.namedItem("post_id").value = kept.get("post_id");
  form.closest("details").open = true;
  showAudience();
}

/** The server has one text and this browser another: both stay until the person decides. */
function offer(kept) {
  store(OTHER, kept);
  const take = offerButton(says.offer, () => {
    text.value = [text.value, kept.get("text")].filter(Boolean).join("\n\n");
    dirty = true;
    keepHere();
    save();
  });
  const leave = offerButton(says.decline, () => {});
  function offerButton(words, act) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = words;
    button.addEventListener("click", () => {
      act();
      forget(OTHER);
      take.remove();
      leave.remove();
      text.focus();
    });
    return button;
  }
  status.before(take, leave);
}

/** Say whether what this browser kept is a later state of the draft that the page shows. */
function isLater(kept) {
  const isSameForm = kept.get("post_id") === form.elements.namedItem("post_id").value;
  return isSameForm && Date.parse(kept.get("kept_at")) > Date.parse(says.draftAt);
}

async function restore() {
  const other = stored(OTHER);
  if (other !== null) offer(other);
  const kept = stored(says.store);
  if (kept === null) return;
  const isEmpty = !kept.get("text") && !kept.get("note");
  const isPublished = document.getElementById(`post-${kept.get("post_id")}`) !== null;
  if (isEmpty || isPublished) {
    forgetHere();
    return;
  }
  if (kept.get("text") === text.value) {
    dirty = true; // perhaps a refused form: its words are on the page, and the server may lack them
    schedule(0);
    return;
  }
  if (text.value && !isLater(kept)) {
    forgetHere();
    offer(kept);
    return;
  }
  const before = text.value;
  const answer = await send(kept);
  if (answer.is === "published") {
    forgetHere();
  } else if (answer.is === "saved" && !dirty) {
    forgetHere();
    location.reload(); // with the draft, its rolls and all
  } else if (text.value === before) {
    writeBack(kept);
    say(says.restored);
    failing = dirty = true;
    schedule(LONGEST);
  } else {
    offer(kept);
  }
}

/* ---- who will read it ---- */

function showAudience() {
  const fold = form.querySelector("[data-audience]");
  const chosen = form.querySelector("[name=audience]:checked")?.value;
  const named = [...form.querySelectorAll("[name=readers]:checked")].map((box) =>
    box.closest("label").textContent.trim(),
  );
  const words = fold.querySelector("[data-audience-words]");
  fold.classList.toggle("is-narrow", chosen !== "SCENE");
  if (chosen === "GM") words.textContent = says.onlyGm;
  else if (chosen !== "NAMED") words.textContent = says.everyone;
  else if (!named.length) words.textContent = says.nobody;
  else words.textContent = says.named.replace("{names}", named.join(", "));
}

/* ---- rolls ---- */

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function nonce() {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

/** A random UUID; crypto.randomUUID is missing on plain http. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function dress(row, isNew) {
  row.querySelector("[data-remove-row]").hidden = false;
  const field = row.querySelector("[name$='-nonce']");
  if (isNew && field && !field.hasAttribute("aria-invalid")) field.value = nonce();
}

form.addEventListener("click", (event) => {
  const remove = event.target.closest("[data-remove-row]");
  if (!remove) return;
  remove.closest("[data-roll-row]").remove();
  form.querySelector(".composer__add").focus();
  changed(event);
});

form.addEventListener("htmx:afterSwap", (event) => {
  if (!event.target.matches("[data-roll-rows]")) return;
  const row = event.target.lastElementChild;
  if (!row) return;
  dress(row, true);
  row.querySelector("select, input:not([type=hidden])").focus();
  dirty = true;
  keepHere();
  schedule();
});

form.querySelectorAll("[data-roll-row]").forEach((row) => dress(row, false));

/* ---- the toolbar ---- */

const toolbar = form.querySelector("[data-toolbar]");
toolbar.hidden = false;

/** Put text where the cursor is, so that the browser's own undo knows about it. */
function put(words, from, to) {
  text.focus();
  text.setSelectionRange(from, to);
  if (!document.execCommand("insertText", false, words)) {
    text.setRangeText(words, from, to, "end");
    text.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

toolbar.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { wrap, wrapEnd = wrap, line, insert } = button.dataset;
  const { selectionStart: start, selectionEnd: end, value } = text;
  if (wrap) {
    put(wrap + value.slice(start, end) + wrapEnd, start, end);
    if (start === end) text.setSelectionRange(start + wrap.length, start + wrap.length);
  } else if (line) {
    const first = value.lastIndexOf("\n", start - 1) + 1;
    put(line + value.slice(first, end).replaceAll("\n", `\n${line}`), first, end);
  } else {
    put(insert, end, end);
  }
});

// One stop for Tab, arrows inside: the pattern of a toolbar.
const tools = [...toolbar.querySelectorAll("button")];
tools.forEach((tool, place) => (tool.tabIndex = place ? -1 : 0));
toolbar.addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const next = (tools.indexOf(document.activeElement) + step + tools.length) % tools.length;
  tools.forEach((tool, place) => (tool.tabIndex = place === next ? 0 : -1));
  tools[next].focus();
});

form.addEventListener("keydown", (event) => {
  if (event.target !== text || !(event.ctrlKey || event.metaKey)) return;
  const wrap = { b: "**", i: "*" }[event.key.toLowerCase()];
  const button = wrap && toolbar.querySelector(`[data-wrap="${wrap}"]`);
  if (!button) return;
  event.preventDefault();
  button.click();
});

form.closest("details").addEventListener("toggle", (event) => {
  if (event.target.open && !text.value) text.focus({ preventScroll: true });
});

showAudience();
restore();
