// Checks the user name and password of a new account. The error texts are the specification's.
import { newUserName, type UserName } from '#services/accounts/names/names.ts'
import { passwordFault } from '#services/accounts/passwords/password-policy.ts'
import { ApiError } from '../http/errors/errors.ts'

/** Returns the name for a new account. Throws ApiError if it is not allowed. */
export function checkUserName(typed: string, holder: 'user' | 'admin'): UserName {
  const name = newUserName(typed, holder)
  if (typeof name === 'string') throw new ApiError(name)
  return name
}

/** Why a registration was refused. `lookalike`: a name that looks the same is already taken. */
export const nameTaken = (by: 'name' | 'lookalike'): ApiError =>
  new ApiError(by === 'lookalike' ? 'username_lookalike' : 'username_taken')

/** Throws ApiError if an account with this name cannot have this password. */
export async function checkPassword(password: string, name: Pick<UserName, 'display' | 'normal'>): Promise<void> {
  const fault = await passwordFault(password, name)
  if (fault !== null) throw new ApiError(fault)
}
