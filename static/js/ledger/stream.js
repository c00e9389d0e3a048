/* From a seed and a request to faces, with the browser's own cryptography; see docs/ledger.md. */

import { canonical } from "./canonical.js";

export const LARGEST_DIE = 1_000_000;
export const MOST_DRAWS = 10_000;
const WORDS = 2 ** 32;
const BLOCK = 32;

const encoder = new TextEncoder();

/** Return the bytes that hexadecimal digits stand for. */
export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Return bytes as small hexadecimal digits. */
export function toHex(bytes) {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the SHA-256 of texts and bytes, one after the other, as bytes. */
export async function sha256(...parts) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined(parts)));
}

/** Make a seed ready for streams; once for an epoch. */
export function seedKey(seed) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", seed, algorithm, false, ["sign"]);
}

/** The draws of one request, in order. */
export class Stream {
  constructor(key, message) {
    this.key = key;
    this.message = message;
    this.block = 0;
    this.words = [];
  }

  /** `key` comes from seedKey; `prev` is the hash, in hex, of the entry before. */
  static async of(key, prev, request) {
    const message = joined([fromHex(prev), await sha256(canonical(request)), new Uint8Array(4)]);
    return new Stream(key, message);
  }

  /** Draw a face from 1 to `sides`. */
  async draw(sides) {
    // Words at and above the largest multiple of `sides` are thrown away: no face is favoured.
    const limit = Math.floor(WORDS / sides) * sides;
    for (;;) {
      if (this.words.length === 0) await this.refill();
      const word = this.words.pop();
      if (word < limit) return (word % sides) + 1;
    }
  }

  async refill() {
    new DataView(this.message.buffer).setUint32(this.message.length - 4, this.block);
    this.block += 1;
    const block = new DataView(await crypto.subtle.sign("HMAC", this.key, this.message));
    for (let offset = BLOCK - 4; offset >= 0; offset -= 4) {
      this.words.push(block.getUint32(offset));
    }
  }
}

/** Return the cards 0 to count-1 in the order that a shuffle's draws put them. */
export function shuffled(count, draws) {
  const cards = Array.from({ length: count }, (_unused, card) => card);
  for (let i = count - 1; i > 0; i -= 1) {
    const j = draws[count - 1 - i][1] - 1;
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

function joined(parts) {
  const pieces = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part));
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}
