/* Canonical JSON (RFC 8785) for the kinds of value that a ledger holds; see docs/ledger.md. */

export const DEEPEST = 64;

/** What a ledger may not hold; `code` is one of the codes that all verifiers share. */
export class NotCanonical extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** Return the one way to write a value: sorted keys, no white space. */
export function canonical(value, depth = 1) {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number") return integer(value);
  if (typeof value !== "object") throw new NotCanonical("value_kind");
  if (depth > DEEPEST) throw new NotCanonical("too_deep");
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonical(item, depth + 1)).join(",")}]`;
  }
  // Plain sort() compares UTF-16 code units, which is the order that RFC 8785 asks for.
  const members = Object.keys(value)
    .sort()
    .map((key) => `${quoted(key)}:${canonical(value[key], depth + 1)}`);
  return `{${members.join(",")}}`;
}

function quoted(text) {
  // A pair of surrogates is one character; a half without its other half is none.
  if (/\p{Surrogate}/u.test(text)) throw new NotCanonical("half_character");
  return JSON.stringify(text);
}

function integer(number) {
  if (!Number.isInteger(number)) throw new NotCanonical("value_kind");
  if (!Number.isSafeInteger(number)) throw new NotCanonical("integer_size");
  return String(number);
}
