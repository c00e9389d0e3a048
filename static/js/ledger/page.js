/*
 * The page that checks a campaign's record. Every text comes from the page's templates, so that it
 * speaks the reader's language; nothing is sent, only the record is fetched.
 *
 * Markup: templates/campaigns/partials/ledger_verify.html.
 */

import { verifyLines } from "./verify.js";

const SHORTEST_HELD = 8;
const PAUSE = 100; // milliseconds between two looks of the progress bar

for (const box of document.querySelectorAll("[data-ledger-url]")) wire(box);

function wire(box) {
  const form = box.querySelector("form");
  let isRunning = false;
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isRunning) return;
    isRunning = true;
    form.querySelector("button").setAttribute("aria-disabled", "true");
    await check(box, form.elements.held.value.trim().toLowerCase().replace(/…$/, ""));
    form.querySelector("button").removeAttribute("aria-disabled");
    isRunning = false;
  });
}

async function check(box, held) {
  const result = box.querySelector("[data-ledger-result]");
  result.replaceChildren();
  if (held && !new RegExp(`^[0-9a-f]{${SHORTEST_HELD},64}$`).test(held)) {
    result.replaceChildren(filled(box, "held-form", {}));
    return;
  }
  // Browsers offer their cryptography only to pages that came by HTTPS or from this machine.
  if (!globalThis.crypto?.subtle) {
    result.replaceChildren(filled(box, "unsupported", {}));
    return;
  }
  const progress = new Progress(box);
  try {
    // The openings first: the record then surely has every entry that they open.
    const openings = [];
    for await (const line of linesOf(await fetched(box.dataset.ledgerOpeningsUrl))) {
      openings.push(line);
    }
    const verdict = await verifyLines(
      linesOf(await fetched(box.dataset.ledgerUrl)),
      (count) => progress.show(count),
      { openings, held },
    );
    result.replaceChildren(told(box, verdict, held));
  } catch {
    result.replaceChildren(filled(box, "unreachable", {}));
  } finally {
    progress.end();
  }
}

function told(box, verdict, held) {
  if (verdict.isOpening) return filled(box, "wrong-opening", {});
  if (!verdict.ok) {
    const reason = filled(box, `reason-${verdict.code}`, verdict.details).textContent.trim();
    return filled(box, "wrong", { entry: verdict.entry, reason });
  }
  if (held && !verdict.heldAt) return filled(box, "held-missing", { held, ...verdict });
  const told = filled(box, "valid", verdict);
  if (held) told.append(filled(box, "held-found", { held, ...verdict }));
  return told;
}

/** Return a copy of one of the page's templates, with {name} replaced by the value of that name. */
function filled(box, name, values) {
  const template = box.querySelector(`template[data-ledger-text="${name}"]`);
  const copy = document.importNode(template.content, true);
  const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    texts.currentNode.data = texts.currentNode.data.replace(/\{(\w+)\}/g, (whole, key) =>
      Object.hasOwn(values, key) ? String(values[key]) : whole,
    );
  }
  return copy;
}

async function fetched(url) {
  const response = await fetch(url, { cache: "no-cache" });
  if (!response.ok) throw new Error(String(response.status));
  return response.body.pipeThrough(new TextDecoderStream("utf-8", { fatal: true }));
}

/** Yield the lines of a stream of text, never holding more than a piece and a line. */
async function* linesOf(stream) {
  const reader = stream.getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    yield* lines;
  }
  yield rest;
}

class Progress {
  constructor(box) {
    this.line = box.querySelector("[data-ledger-progress]");
    this.bar = this.line.querySelector("progress");
    this.count = this.line.querySelector("[data-ledger-count]");
    this.nextAt = 0;
    this.line.hidden = false;
  }

  show(count) {
    if (performance.now() < this.nextAt) return;
    this.nextAt = performance.now() + PAUSE;
    // The record may have grown since the page was made.
    this.bar.max = Math.max(this.bar.max, count);
    this.bar.value = count;
    this.count.textContent = String(count);
  }

  end() {
    this.line.hidden = true;
    this.bar.value = 0;
  }
}
