// Regular expressions for integers between two bounds.

/** The source of a regular expression for integers between two bounds of 0 or more, as canonical JSON writes them. */
export function integerPattern(least: number, most: number): string {
  if (!Number.isSafeInteger(least) || !Number.isSafeInteger(most) || least < 0 || most < least) {
    throw new TypeError(`the auditor does not read integers from ${least} to ${most}`)
  }
  const parts: string[] = []
  const low = String(least)
  const high = String(most)
  let whole: [number, number] | null = null
  for (let digits = low.length; digits <= high.length; digits++) {
    const from = digits === low.length ? low : `1${'0'.repeat(digits - 1)}`
    const to = digits === high.length ? high : '9'.repeat(digits)
    const all = /^10*$/.test(from) && /^9*$/.test(to)
    if (all) whole = [whole?.[0] ?? digits, digits]
    else parts.push(sameLength(from, to))
  }
  // all numbers with these counts of digits in one alternative, and first, since it nearly always matches
  if (whole) parts.unshift(`[1-9]\\d{${whole[0] - 1},${whole[1] - 1}}`)
  return `(?:${parts.join('|')})(?!\\d)`
}

function sameLength(from: string, to: string): string {
  if (from === to) return from
  const [a, b] = [from[0]!, to[0]!]
  const rest = from.length - 1
  if (/^0*$/.test(from.slice(1)) && /^9*$/.test(to.slice(1))) return `${range(a, b)}${rest ? `\\d{${rest}}` : ''}`
  if (a === b) return `${a}${sameLength(from.slice(1), to.slice(1))}`
  const parts = [`${a}${sameLength(from.slice(1), '9'.repeat(rest))}`]
  if (Number(b) - Number(a) > 1) parts.push(`${range(String(Number(a) + 1), String(Number(b) - 1))}\\d{${rest}}`)
  parts.push(`${b}${sameLength('0'.repeat(rest), to.slice(1))}`)
  return `(?:${parts.join('|')})`
}

const range = (a: string, b: string): string => (a === b ? a : `[${a}-${b}]`)
