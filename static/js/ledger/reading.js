/*
 * From a line of text to a value, strictly. JSON.parse takes 1.0 for 1, lets a doubled key win and
 * rounds long numbers: a line could then hold for this verifier and fail for another.
 */

import { DEEPEST } from "./canonical.js";

const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const WORD = /true|false|null/y;

/** A line that is not strict JSON; `code` is one of the codes that all verifiers share. */
export class Refused extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** Return the value that a line holds. */
export function parse(text) {
  const reader = new Reader(text);
  reader.skip(SPACE);
  const value = reader.value(1);
  reader.skip(SPACE);
  if (reader.position !== text.length) throw new Refused("not_json");
  return value;
}

class Reader {
  constructor(text) {
    this.text = text;
    this.position = 0;
  }

  skip(pattern) {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.position = pattern.lastIndex;
    return found;
  }

  accept(sign) {
    if (this.text[this.position] !== sign) return false;
    this.position += 1;
    return true;
  }

  expect(sign) {
    if (!this.accept(sign)) throw new Refused("not_json");
  }

  value(depth) {
    if (this.accept("{")) return this.object(depth);
    if (this.accept("[")) return this.list(depth);
    if (this.text[this.position] === '"') return this.string();
    const word = this.skip(WORD);
    if (word !== null) return JSON.parse(word[0]);
    return this.number();
  }

  object(depth) {
    if (depth > DEEPEST) throw new Refused("too_deep");
    const pairs = [];
    this.skip(SPACE);
    if (!this.accept("}")) {
      do {
        this.skip(SPACE);
        const key = this.string();
        this.skip(SPACE);
        this.expect(":");
        this.skip(SPACE);
        pairs.push([key, this.value(depth + 1)]);
        this.skip(SPACE);
      } while (this.accept(","));
      this.expect("}");
    }
    if (new Set(pairs.map(([key]) => key)).size !== pairs.length) throw new Refused("key_twice");
    // Without a prototype: a key named __proto__ is a key like any other.
    const found = Object.create(null);
    for (const [key, value] of pairs) found[key] = value;
    return found;
  }

  list(depth) {
    if (depth > DEEPEST) throw new Refused("too_deep");
    const found = [];
    this.skip(SPACE);
    if (this.accept("]")) return found;
    do {
      this.skip(SPACE);
      found.push(this.value(depth + 1));
      this.skip(SPACE);
    } while (this.accept(","));
    this.expect("]");
    return found;
  }

  string() {
    const found = this.skip(STRING);
    if (found === null) throw new Refused("not_json");
    return JSON.parse(found[0]);
  }

  number() {
    const found = this.skip(NUMBER);
    if (found === null) throw new Refused("not_json");
    if (found[1] !== undefined || found[2] !== undefined) throw new Refused("not_integer");
    const number = Number(found[0]);
    if (!Number.isSafeInteger(number)) throw new Refused("integer_size");
    return number + 0; // -0 and 0 are one number
  }
}
