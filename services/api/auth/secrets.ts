// What a name and a password must be, in the specification's texts.
import { chooseUserName, type UserName } from '#services/accounts/names/names.ts'
import { passwordFault } from '#services/accounts/passwords/password-policy.ts'
import { ApiError } from '../http/errors.ts'

/** A name for a new account. Throws ApiError where it cannot be one. */
export function checkUserName(typed: string, holder: 'user' | 'admin'): UserName {
  const name = chooseUserName(typed, holder)
  if (typeof name === 'string') throw new ApiError(name)
  return name
}

/** Why a registration was refused whose name somebody has: `look`, one that looks like it. */
export const nameTaken = (by: 'name' | 'look'): ApiError =>
  new ApiError(by === 'look' ? 'username_lookalike' : 'username_taken')

/** Throws ApiError where the account of this name cannot have this password. */
export async function checkPassword(password: string, name: Pick<UserName, 'shown' | 'normal'>): Promise<void> {
  const fault = await passwordFault(password, name)
  if (fault !== null) throw new ApiError(fault)
}
