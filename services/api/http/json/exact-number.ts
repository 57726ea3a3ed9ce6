// Numbers as they were written. JSON.parse takes the nearest double and says nothing of the digits that this loses.

const DECIMAL = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
const ZERO = 48

/** So many digits always come back as they were written, save next to 0, where only an exponent leads that quickly. */
export const ALWAYS_EXACT_LENGTH = 15

/** Significant digits and the power of ten of the last one: ['15', -1] of 1.50. Null where it is no number. */
function canonical(literal: string): [digits: string, exponent: number] | null {
  const parts = DECIMAL.exec(literal)
  if (parts === null) return null
  const [, whole = '', part = '', exponent = '0'] = parts
  const digits = whole + part
  let first = 0
  let end = digits.length
  while (first < end && digits.charCodeAt(first) === ZERO) first++
  while (end > first && digits.charCodeAt(end - 1) === ZERO) end--
  if (first === end) return ['0', 0]
  return [digits.slice(first, end), Number(exponent) - part.length + digits.length - end]
}

/**
 * Whether a number is the same once it was read: 1.50 and 1e2 are, 1.50000000000000000000000001 and 1e-400 are not.
 * True of what is too large for a double: no schema takes an infinite number. False where it is no number.
 */
export function isReadExactly(literal: string): boolean {
  const written = canonical(literal)
  if (written === null) return false
  const value = Number(literal)
  if (!Number.isFinite(value)) return true
  const read = canonical(String(value))!
  return written[0] === read[0] && written[1] === read[1]
}
