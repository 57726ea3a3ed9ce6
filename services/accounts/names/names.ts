// User names: how they are written, when two of them are the same, and what a new one may be.
import { foldCase, foldOnce } from './folding.ts'
import { type Holder, isReserved } from './reserved-names.ts'
import { isInOneScript } from './scripts.ts'

/** Shortest and longest name, in characters of the normalised form. */
export const USERNAME_MIN = 3
export const USERNAME_MAX = 32

const ALLOWED = /^[\p{L}\p{Nd}._-]+$/u
/** Zero-width and other characters that nobody sees; some of them are letters, such as the fillers of Hangul. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
/** Small letters that no capital belongs to: phonetic signs, such as the small capitals of `ᴀdmin`. */
const PHONETIC = /(?=\p{Ll})\P{Changes_When_Uppercased}/u

export type UserName = {
  /** As typed (in NFKC): what people see. */
  readonly shown: string
  /** What is unique, and what the ledger's commitment is made of. */
  readonly normal: string
  /** The same as it was made before folding was complete: names of then are kept, and found, by it. */
  readonly former: string
}

export type UserNameFault =
  | 'username_too_short'
  | 'username_invalid'
  | 'username_invisible'
  | 'username_mixed_scripts'
  | 'username_reserved'

/**
 * The name of somebody who may have it already, from a time with other rules; null where nobody ever could: it is not
 * 3 to 32 letters, digits, `.`, `_` or `-`.
 */
export function readUserName(typed: string): UserName | null {
  // long texts are refused before any work is spent on them
  if (typed.length > 4 * USERNAME_MAX || !typed.isWellFormed()) return null
  const shown = typed.normalize('NFKC')
  // a single character may stand for eighteen
  if (shown.length > 4 * USERNAME_MAX || !ALLOWED.test(shown)) return null
  const former = foldOnce(shown)
  const length = [...former].length
  if (length < USERNAME_MIN || length > USERNAME_MAX || !ALLOWED.test(former)) return null
  return { shown, normal: foldCase(former), former }
}

/** A name for a new account, or why it cannot be one. Whether somebody has it already is not looked at. */
export function chooseUserName(typed: string, holder: Holder): UserName | UserNameFault {
  if ([...typed].length < USERNAME_MIN) return 'username_too_short'
  const name = readUserName(typed)
  if (INVISIBLE.test(typed)) return 'username_invisible'
  if (name === null || [...name.normal].length > USERNAME_MAX || PHONETIC.test(name.shown)) return 'username_invalid'
  if (!isInOneScript(name.normal)) return 'username_mixed_scripts'
  if (isReserved(name.normal, holder)) return 'username_reserved'
  return name
}
