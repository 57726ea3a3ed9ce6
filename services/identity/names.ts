// User names: how they are written, and when two of them are the same.

/** Shortest and longest name, in characters of the normalised form. */
export const USERNAME_MIN = 3
export const USERNAME_MAX = 32

const ALLOWED = /^[\p{L}\p{Nd}._-]+$/u

export type UserName = {
  /** As typed (in NFKC): what people see. */
  readonly shown: string
  /** What is unique, and what the ledger's commitment is made of. */
  readonly normal: string
}

/** Case folding character by character, so that the place in a word (the final sigma) makes no difference. */
const foldCase = (text: string): string => {
  let folded = ''
  for (const character of text) {
    for (const upper of character.toUpperCase()) folded += upper.toLowerCase()
  }
  return folded
}

/** The name in NFKC, and case-folded; null where it is not 3 to 32 letters, digits, `.`, `_` or `-`. */
export function readUserName(typed: string): UserName | null {
  // long texts are refused before any work is spent on them
  if (typed.length > 4 * USERNAME_MAX || !typed.isWellFormed()) return null
  const shown = typed.normalize('NFKC')
  const normal = foldCase(shown).normalize('NFKC')
  const length = [...normal].length
  if (length < USERNAME_MIN || length > USERNAME_MAX || !ALLOWED.test(normal) || !ALLOWED.test(shown)) return null
  return { shown, normal }
}
