// User names: their forms, when two of them are the same, and what is allowed for a new one.
import { foldCase, foldOnce } from './folding.ts'
import { type Holder, isReserved } from './reserved-names.ts'
import { isInOneScript } from './scripts.ts'

/** Shortest and longest name, in characters of the normalised form. */
const USERNAME_MIN = 3
const USERNAME_MAX = 32

const ALLOWED = /^[\p{L}\p{Nd}._-]+$/u
/** Zero-width and other invisible characters. Some of them are letters, such as Hangul fillers. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
/** Small letters without a capital: phonetic signs, such as the small capitals of `ᴀdmin`. */
const PHONETIC = /(?=\p{Ll})\P{Changes_When_Uppercased}/u

export type UserName = {
  /** As typed (in NFKC), for display. */
  readonly display: string
  /** Unique. The ledger's commitments to older accounts are over this form; newer ones are over the name as typed. */
  readonly normal: string
  /** The normalised form from before folding was complete: names of that time are stored in it and found by it. */
  readonly legacyNormal: string
}

export type UserNameFault =
  | 'username_too_short'
  | 'username_invalid'
  | 'username_invisible'
  | 'username_mixed_scripts'
  | 'username_reserved'

/**
 * A name that may already exist, whatever rules were in force then. Null if it never could: it is not 3 to 32 letters,
 * digits, `.`, `_` or `-`.
 */
export function parseUserName(typed: string): UserName | null {
  // long texts are refused before they cost anything
  if (typed.length > 4 * USERNAME_MAX || !typed.isWellFormed()) return null
  const display = typed.normalize('NFKC')
  // NFKC expands a single character to as many as eighteen
  if (display.length > 4 * USERNAME_MAX || !ALLOWED.test(display)) return null
  const legacyNormal = foldOnce(display)
  const length = [...legacyNormal].length
  if (length < USERNAME_MIN || length > USERNAME_MAX || !ALLOWED.test(legacyNormal)) return null
  return { display, normal: foldCase(legacyNormal), legacyNormal }
}

/** A name for a new account, or why it is not allowed. Does not check whether it is still free. */
export function newUserName(typed: string, holder: Holder): UserName | UserNameFault {
  if ([...typed].length < USERNAME_MIN) return 'username_too_short'
  const name = parseUserName(typed)
  if (INVISIBLE.test(typed)) return 'username_invisible'
  if (name === null || [...name.normal].length > USERNAME_MAX || PHONETIC.test(name.display)) return 'username_invalid'
  if (!isInOneScript(name.normal)) return 'username_mixed_scripts'
  if (isReserved(name.normal, holder)) return 'username_reserved'
  return name
}
