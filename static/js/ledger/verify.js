/*
 * Check a ledger in the reader's own browser: the same rules, verdicts and codes as
 * `python -m rules.ledger verify`; see docs/ledger.md.
 */

import { NotCanonical, canonical } from "./canonical.js";
import { Refused, parse } from "./reading.js";
import { LARGEST_DIE, MOST_DRAWS, Stream, fromHex, seedKey, sha256, toHex } from "./stream.js";

const NO_PREVIOUS = "0".repeat(64);
const HEX_64 = /^[0-9a-f]{64}$/;
const HEX_32 = /^[0-9a-f]{32}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME =
  /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3])(:[0-5][0-9]){2}\.[0-9]{6}Z$/;
const KEYS = ["at", "actor", "body", "campaign", "hash", "kind", "prev", "seq", "v"];
const NEVER_SEALED = new Set(["epoch.open", "epoch.close", "reveal"]);
const RESERVED = ["commitment", "seed", "draws", "sealed", "salt"];

/**
 * Check a ledger in JSON Lines: a text, or its lines one by one (also from an async iterator).
 *
 * `onProgress(count)` hears after each entry how many hold. `openings` are lines too, each
 * `{"of", "body", "salt"}`, for sealed entries that the reader may look into; `held` is the beginning
 * of a hash that the reader holds from elsewhere, in small letters.
 *
 * Never throws for what is in the lines. The answer has `ok`; when true also what Python's Verdict
 * has; when false `entry` (a number), `code`, `details`, and `isOpening` when a line of the openings
 * is meant.
 */
export async function verifyLines(lines, onProgress = () => {}, { openings = [], held = "" } = {}) {
  try {
    return { ok: true, ...(await verified(lines, onProgress, openings, held)) };
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    const { entry, code, details, isOpening } = error;
    return { ok: false, entry, code, details, isOpening };
  }
}

class Wrong extends Error {
  constructor(entry, code, details = {}, isOpening = false) {
    super(code);
    Object.assign(this, { entry, code, details, isOpening });
  }
}

async function verified(lines, onProgress, openings, held) {
  const checker = new Checker(await byNumber(openings), held);
  for await (const [number, entry] of read(lines, false)) {
    await checker.check(number, entry);
    onProgress(number);
  }
  const verdict = checker.finish();
  if (verdict.count === 0) throw new Wrong(1, "empty");
  return verdict;
}

async function* read(lines, isOpening) {
  let number = 0;
  for await (const line of typeof lines === "string" ? lines.split(/\r\n|\r|\n/) : lines) {
    if (/^[ \t\r\n]*$/.test(line)) continue;
    number += 1;
    try {
      yield [number, parse(line)];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      throw new Wrong(number, error.code, {}, isOpening);
    }
  }
}

async function byNumber(openings) {
  const found = new Map();
  for await (const [line, opening] of read(openings, true)) {
    if (!isOpeningForm(opening) || found.has(opening.of)) {
      throw new Wrong(line, "opening_form", {}, true);
    }
    found.set(opening.of, opening);
  }
  return found;
}

class Checker {
  constructor(openings, held) {
    this.openings = openings;
    this.held = held;
    this.verdict = {
      campaign: "",
      count: 0,
      epochsClosed: 0,
      drawsChecked: 0,
      drawsWaiting: 0,
      sealed: 0,
      revealed: 0,
      opened: 0,
      head: NO_PREVIOUS,
      heldAt: 0,
    };
    this.prev = NO_PREVIOUS;
    this.at = "";
    this.epoch = 0;
    this.commitment = ""; // of the open epoch; empty while none is open
    this.keys = new Map(); // by epoch, once its seed is published
    this.pending = []; // draws whose seed is not published yet
    this.seals = new Map();
    this.opened = new Set();
    this.requests = new Map();
  }

  async check(number, entry) {
    await this.checkFrame(number, entry);
    const { body, kind } = entry;
    if (has(body, "sealed")) {
      await this.sealedEntry(number, kind, body);
    } else if (kind === "epoch.open") {
      this.epochOpen(number, body);
    } else if (kind === "epoch.close") {
      await this.epochClose(number, body);
    } else if (kind === "draw") {
      if (!this.commitment) throw new Wrong(number, "no_epoch");
      await this.draw(number, this.prev, this.epoch, body);
    } else if (kind === "reveal") {
      await this.reveal(number, body);
    } else if (RESERVED.some((key) => has(body, key))) {
      // A draw that is called something else would escape the check of its faces.
      throw new Wrong(number, "other_kind");
    }
    this.prev = entry.hash;
    this.at = entry.at;
    this.verdict.count = number;
    this.verdict.head = this.prev;
    if (this.held && this.prev.startsWith(this.held)) this.verdict.heldAt = number;
  }

  finish() {
    if (this.openings.size > 0) throw new Wrong(Math.min(...this.openings.keys()), "opening_of");
    this.verdict.drawsWaiting = this.pending.length;
    return this.verdict;
  }

  async checkFrame(number, entry) {
    if (!hasExactly(entry, KEYS)) throw new Wrong(number, "keys");
    if (entry.v !== 1) throw new Wrong(number, "version");
    if (!is(UUID, entry.campaign)) throw new Wrong(number, "campaign");
    if (number === 1) this.verdict.campaign = entry.campaign;
    if (entry.campaign !== this.verdict.campaign) throw new Wrong(number, "other_campaign");
    if (entry.seq !== number) throw new Wrong(number, "number", { expected: number });
    if (entry.prev !== this.prev) throw new Wrong(number, "link");
    if (!is(TIME, entry.at)) throw new Wrong(number, "time");
    if (entry.at < this.at) throw new Wrong(number, "time_order");
    if (typeof entry.kind !== "string" || typeof entry.actor !== "string") {
      throw new Wrong(number, "texts");
    }
    if (!isObject(entry.body)) throw new Wrong(number, "body");
    if (entry.hash !== (await hashOf(number, entry))) throw new Wrong(number, "hash");
  }

  epochOpen(number, body) {
    if (this.commitment) throw new Wrong(number, "open_twice");
    if (!hasExactly(body, ["commitment"]) || !is(HEX_64, body.commitment)) {
      throw new Wrong(number, "commitment");
    }
    this.commitment = body.commitment;
    this.epoch += 1;
  }

  async epochClose(number, body) {
    if (!this.commitment) throw new Wrong(number, "close_without_open");
    if (!hasExactly(body, ["seed"]) || !is(HEX_64, body.seed)) throw new Wrong(number, "seed");
    const seed = fromHex(body.seed);
    if (toHex(await sha256(seed)) !== this.commitment) throw new Wrong(number, "seed_differs");
    const key = await seedKey(seed);
    // A reveal adds its draw late, under the number of the entry that had sealed it.
    this.pending.sort((one, other) => one.number - other.number);
    for (const draw of this.pending) await this.redraw(draw, key);
    this.keys.set(this.epoch, key);
    this.pending = [];
    this.commitment = "";
    this.verdict.epochsClosed += 1;
  }

  async draw(number, prev, epoch, body) {
    if (!hasExactly(body, ["request", "draws"]) || !isObject(body.request)) {
      throw new Wrong(number, "draw");
    }
    const { request, draws } = body;
    if (!is(UUID, request.id) || !is(HEX_32, request.nonce)) throw new Wrong(number, "request");
    if (this.requests.has(request.id)) {
      throw new Wrong(number, "request_twice", { first: this.requests.get(request.id) });
    }
    this.requests.set(request.id, number);
    if (!areDraws(draws)) throw new Wrong(number, "draws");
    const draw = { number, prev, request, draws };
    if (this.keys.has(epoch)) await this.redraw(draw, this.keys.get(epoch));
    else this.pending.push(draw);
  }

  async redraw({ number, prev, request, draws }, key) {
    const stream = await Stream.of(key, prev, request);
    for (const [index, [sides, face]] of draws.entries()) {
      const expected = await stream.draw(sides);
      if (face !== expected) {
        throw new Wrong(number, "face", { position: index + 1, sides, face, expected });
      }
    }
    this.verdict.drawsChecked += 1;
  }

  async sealedEntry(number, kind, body) {
    if (!hasExactly(body, ["sealed"]) || !is(HEX_64, body.sealed)) throw new Wrong(number, "seal");
    if (NEVER_SEALED.has(kind)) throw new Wrong(number, "seal_kind");
    if (kind === "draw" && !this.commitment) throw new Wrong(number, "no_epoch");
    const seal = { kind, hash: body.sealed, prev: this.prev, epoch: this.epoch };
    this.seals.set(number, seal);
    this.verdict.sealed += 1;
    const opening = this.openings.get(number);
    if (opening === undefined) return;
    this.openings.delete(number);
    if (!(await fits(opening, seal))) throw new Wrong(number, "opening_differs");
    await this.checkOpened(number, seal, opening.body);
    this.verdict.opened += 1;
  }

  async reveal(number, body) {
    if (!isOpeningForm(body)) throw new Wrong(number, "reveal");
    const seal = this.seals.get(body.of);
    if (seal === undefined) throw new Wrong(number, "reveal_of");
    this.seals.delete(body.of);
    if (!(await fits(body, seal))) throw new Wrong(number, "reveal_differs", { of: body.of });
    this.verdict.revealed += 1;
    if (!this.opened.has(body.of)) await this.checkOpened(body.of, seal, body.body);
  }

  async checkOpened(number, seal, body) {
    // What is wrong inside is the fault of the entry that sealed it: the hash binds the two.
    this.opened.add(number);
    if (seal.kind === "draw") await this.draw(number, seal.prev, seal.epoch, body);
    else if (RESERVED.some((key) => has(body, key))) throw new Wrong(number, "other_kind");
  }
}

async function hashOf(number, entry) {
  const { hash: _hash, ...content } = entry;
  try {
    return toHex(await sha256(canonical(content)));
  } catch (error) {
    if (!(error instanceof NotCanonical)) throw error;
    throw new Wrong(number, error.code);
  }
}

async function fits(opening, seal) {
  try {
    const found = await sha256(canonical(opening.body), fromHex(opening.salt));
    return toHex(found) === seal.hash;
  } catch (error) {
    if (!(error instanceof NotCanonical)) throw error;
    return false;
  }
}

function isOpeningForm(value) {
  return (
    hasExactly(value, ["of", "body", "salt"]) &&
    Number.isInteger(value.of) &&
    isObject(value.body) &&
    is(HEX_64, value.salt)
  );
}

function areDraws(value) {
  return Array.isArray(value) && value.length <= MOST_DRAWS && value.every(isDraw);
}

function isDraw(pair) {
  return (
    Array.isArray(pair) &&
    pair.length === 2 &&
    pair.every(Number.isInteger) &&
    1 <= pair[1] &&
    pair[1] <= pair[0] &&
    pair[0] <= LARGEST_DIE
  );
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function has(object, key) {
  return Object.hasOwn(object, key);
}

function hasExactly(value, keys) {
  return (
    isObject(value) &&
    Object.keys(value).length === keys.length &&
    keys.every((key) => has(value, key))
  );
}

function is(pattern, value) {
  return typeof value === "string" && pattern.test(value);
}
