// RFC 8785 (JSON Canonicalization Scheme), written for speed: every event passes through here before it is hashed.
// A property test compares it with the `canonicalize` library.

// no quote, no backslash, no control character, no surrogate
const PLAIN = /^[ !\u0023-\u005b\u005d-\ud7ff\ue000-\uffff]*$/

/**
 * Whether every object of a value has its members in canonical order, and holds nothing but plain JSON: then its canonical text is
 * what JSON.stringify writes, but for texts that have none.
 */
export function isInCanonicalOrder(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value)
    case 'object':
      if (value === null) return true
      return Array.isArray(value) ? hasItemsInOrder(value) : hasMembersInOrder(value)
    default:
      return false
  }
}

function hasItemsInOrder(values: readonly unknown[]): boolean {
  // by their places: a gap is no JSON
  for (let index = 0; index < values.length; index++) if (!isInCanonicalOrder(values[index])) return false
  return true
}

function hasMembersInOrder(value: object): boolean {
  if (Object.getPrototypeOf(value) !== Object.prototype || Object.hasOwn(value, 'toJSON')) return false
  let before: string | null = null
  for (const key in value) {
    if (before !== null && before > key) return false
    before = key
    const member = (value as Record<string, unknown>)[key]
    if (member !== undefined && !isInCanonicalOrder(member)) return false
  }
  return true
}

/**
 * Canonical text of a JSON value. Members that are undefined are left out, as JSON.stringify does. Throws TypeError for
 * what has no canonical form or is not allowed in the ledger: numbers that are not finite, lone surrogates, NUL, and anything
 * that is not plain JSON.
 */
export function canonicalJson(value: unknown): string {
  if (isInCanonicalOrder(value)) {
    const text = JSON.stringify(value)
    // an escape may stand for what has no canonical form
    if (!text.includes('\\u')) return text
  }
  return sortedJson(value)
}

function sortedJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return canonicalString(value)
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} has no canonical form`)
      // ECMAScript's own number format is the canonical one; -0 becomes 0
      return String(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
      return Array.isArray(value) ? canonicalArray(value) : canonicalObject(value as Record<string, unknown>)
    default:
      throw new TypeError(`a ${typeof value} is not JSON`)
  }
}

function canonicalString(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`
  if (!text.isWellFormed()) throw new TypeError('a string with a lone surrogate has no canonical form')
  if (text.includes('\u0000')) throw new TypeError('a string with NUL cannot be stored')
  return JSON.stringify(text)
}

function canonicalArray(values: readonly unknown[]): string {
  let text = '['
  for (let index = 0; index < values.length; index++) {
    if (index > 0) text += ','
    text += sortedJson(values[index])
  }
  return `${text}]`
}

function canonicalObject(value: Record<string, unknown>): string {
  if (typeof value.toJSON === 'function') throw new TypeError('only plain JSON is recorded')
  let text = '{'
  for (const key of sortByCodeUnits(Object.keys(value))) {
    const member = value[key]
    if (member === undefined) continue
    if (text.length > 1) text += ','
    text += `${canonicalString(key)}:${sortedJson(member)}`
  }
  return `${text}}`
}

/** Insertion sort: objects have few members, mostly in order already. `<` on strings compares UTF-16 code units. */
function sortByCodeUnits(keys: string[]): string[] {
  for (let next = 1; next < keys.length; next++) {
    const key = keys[next]!
    let at = next - 1
    while (at >= 0 && keys[at]! > key) {
      keys[at + 1] = keys[at]!
      at -= 1
    }
    keys[at + 1] = key
  }
  return keys
}
