// What a name and a password must be, in the specification's texts.
import { chooseUserName, type UserName } from '../identity/names.ts'
import { isLongEnough, isUsable } from '../identity/passwords.ts'
import { ApiError } from './errors.ts'

/** A name for a new account. Throws ApiError where it cannot be one. */
export function checkUserName(typed: string, holder: 'user' | 'admin'): UserName {
  const name = chooseUserName(typed, holder)
  if (typeof name === 'string') throw new ApiError(name)
  return name
}

/** Why a birth was refused whose name somebody has: `look`, one that looks like it. */
export const nameTaken = (by: 'name' | 'look'): ApiError =>
  new ApiError(by === 'look' ? 'username_lookalike' : 'username_taken')

/** Throws ApiError where a password cannot be set. */
export function checkPassword(password: string): void {
  if (!isUsable(password)) throw new ApiError('password_invalid')
  if (!isLongEnough(password)) throw new ApiError('password_too_short')
}
