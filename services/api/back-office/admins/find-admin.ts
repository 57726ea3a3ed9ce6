// The admin whom an action names.
import { findByName } from '#services/accounts/credentials.ts'
import { parseUserName } from '#services/accounts/names/names.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'

/** Throws ApiError account_missing where nobody of this name is an admin. One who was removed is found. */
export async function findAdmin(
  { accounts, pool }: Pick<Services, 'accounts' | 'pool'>,
  username: string,
): Promise<{ readonly accountId: string; readonly username: string }> {
  const name = parseUserName(username)
  const found = name === null ? null : await findByName(pool, name)
  if (found?.status !== 'active') throw new ApiError('account_missing')
  const { opened } = await accounts.read(found.accountId)
  if (opened === null || opened.role === 'user') throw new ApiError('account_missing')
  return found
}
