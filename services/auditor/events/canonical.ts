// The auditor's own implementation of RFC 8785, for bodies that do not match their pattern and for commitments.

/** The canonical JSON text of a parsed JSON value. Throws TypeError if it has none. */
export function canonicalText(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError('a string is not well-formed Unicode')
    return JSON.stringify(value)
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('a number is not finite')
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (typeof value === 'object') {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    return `{${members.map(([name, member]) => `${canonicalText(name)}:${canonicalText(member)}`).join(',')}}`
  }
  throw new TypeError(`${typeof value} is not JSON`)
}
