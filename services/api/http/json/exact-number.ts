// Whether a number survives parsing: JSON.parse takes the nearest double and silently loses digits.

const DECIMAL = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
const ZERO = 48

/** Numbers with at most this many digits are always exact, unless an exponent makes them very small. */
export const ALWAYS_EXACT_LENGTH = 15

/** Significant digits and the power of ten of the last one: ['15', -1] for 1.50. Null if it is not a number. */
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
 * Whether a number keeps its value when parsed: 1.50 and 1e2 do, 1.50000000000000000000000001 and 1e-400 do not. True
 * if it is too large for a double, because no schema accepts infinity. False if it is not a number.
 */
export function isReadExactly(literal: string): boolean {
  const written = canonical(literal)
  if (written === null) return false
  const value = Number(literal)
  if (!Number.isFinite(value)) return true
  const read = canonical(String(value))!
  return written[0] === read[0] && written[1] === read[1]
}
