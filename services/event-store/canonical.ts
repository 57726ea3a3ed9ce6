// RFC 8785 (JSON Canonicalization Scheme), written for speed: every event passes through here before it is hashed. A
// property test compares it with the `canonicalize` library.

// no quote, backslash, control character or surrogate
const PLAIN = /^[ !\u0023-\u005b\u005d-\ud7ff\ue000-\uffff]*$/

/**
 * Whether a value is plain JSON with the members of every object in canonical order: then JSON.stringify writes its
 * canonical text, unless a string in it has none.
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
  // by index, because iteration would hide the holes of a sparse array, which are not JSON
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
 * Canonical text of a JSON value. Undefined members are left out, as by JSON.stringify. Throws TypeError for what has
 * no canonical form or is not allowed in the ledger: numbers that are not finite, lone surrogates, NUL, and anything
 * that is not plain JSON.
 */
export function canonicalJson(value: unknown): string {
  if (isInCanonicalOrder(value)) {
    const text = JSON.stringify(value)
    // an escape may stand for a character without canonical form
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

/**
 * Insertion sort: objects have few members, mostly in order already. `<` on strings compares UTF-16 code units, as RFC
 * 8785 (3.2.3) requires.
 */
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
