// Which passwords may be set: long enough, and not among those that are guessed first. The library's list of common and
// leaked passwords, in lower case, takes some 4 MB, so it is loaded when the first password is set.
import type { UserName } from '../names/names.ts'
import { isLongEnough, isWellFormedPassword, PASSWORD_MAX, PASSWORD_MIN } from './passwords.ts'

export const PASSWORD_FAULTS = {
  password_invalid: `Password must be at most ${PASSWORD_MAX} characters of well-formed text`,
  password_too_short: `Password must be at least ${PASSWORD_MIN} characters`,
  password_common: 'This password is one of the most common ones. Please choose another.',
  password_is_name: 'Password must not be the username or the name of this site',
} as const
export type PasswordFault = keyof typeof PASSWORD_FAULTS

const PRODUCT = 'fairbook'
const LETTER = /\p{L}/u
/** Blanks and invisible characters: a common password with some of them added is still common. */
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}]/gu

/** As it is hashed, but without case. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Whether a password is a name with nothing but digits and punctuation around it. */
const isName = (password: string, name: string): boolean =>
  password === name || (LETTER.test(name) && password.includes(name) && !LETTER.test(password.replaceAll(name, '')))

let common: Promise<ReadonlySet<string>> | null = null
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return common
}

/** Why the account with this name cannot have this password; null if it can. */
export async function passwordFault(
  password: string,
  { display, normal }: Pick<UserName, 'display' | 'normal'>,
): Promise<PasswordFault | null> {
  if (!isWellFormedPassword(password)) return 'password_invalid'
  if (!isLongEnough(password)) return 'password_too_short'
  const typed = folded(password)
  const bare = typed.replace(INVISIBLE, '')
  const names = [folded(display), folded(normal), PRODUCT]
  if (names.some((name) => isName(bare, name))) return 'password_is_name'
  const list = await commonPasswords()
  return bare === '' || list.has(bare) || list.has(typed) ? 'password_common' : null
}
