// Finds the account that an action of the back office is about, by user name.
import { type Credential, findByName } from '#services/accounts/credentials.ts'
import { parseUserName } from '#services/accounts/names/names.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'

/** Throws ApiError account_missing. */
export async function accountNamed({ pool }: Pick<Services, 'pool'>, username: string): Promise<Credential> {
  const name = parseUserName(username)
  const target = name === null ? null : await findByName(pool, name)
  if (target?.status !== 'active') throw new ApiError('account_missing')
  return target
}
