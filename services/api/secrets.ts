// What a name and a password must be, in the specification's texts.
import { USERNAME_MIN } from '../identity/names.ts'
import { isLongEnough, isUsable } from '../identity/passwords.ts'
import { ApiError } from './errors.ts'

/** Why a text is no user name. */
export const usernameFault = (typed: string): ApiError =>
  new ApiError([...typed].length < USERNAME_MIN ? 'username_too_short' : 'username_invalid')

/** Throws ApiError where a password cannot be set. */
export function checkPassword(password: string): void {
  if (!isUsable(password)) throw new ApiError('password_invalid')
  if (!isLongEnough(password)) throw new ApiError('password_too_short')
}
