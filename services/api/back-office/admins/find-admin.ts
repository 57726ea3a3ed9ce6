// The admin whom an action names.
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { accountNamed } from '../account-named.ts'

/** Throws ApiError account_missing where nobody of this name is an admin. One who was removed is found. */
export async function findAdmin(
  { accounts, pool }: Pick<Services, 'accounts' | 'pool'>,
  username: string,
): Promise<{ readonly accountId: string; readonly username: string }> {
  const found = await accountNamed({ pool }, username)
  const { opened } = await accounts.read(found.accountId)
  if (opened === null || opened.role === 'user') throw new ApiError('account_missing')
  return found
}
