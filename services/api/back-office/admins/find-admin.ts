// Finds the admin, or auditor, whom an action names.
import { holdsFloat } from '#domain/account/permissions.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { accountNamed } from '../account-named.ts'

/**
 * Throws ApiError account_missing if nobody with this name is an admin (or, with `auditorToo`, an auditor). Removed
 * ones are found.
 */
export async function findAdmin(
  { accounts, pool }: Pick<Services, 'accounts' | 'pool'>,
  username: string,
  { auditorToo = false } = {},
): Promise<{ readonly accountId: string; readonly username: string }> {
  const found = await accountNamed({ pool }, username)
  const { opened } = await accounts.read(found.accountId)
  if (opened === null || !(holdsFloat(opened) || (auditorToo && opened.role === 'auditor')))
    throw new ApiError('account_missing')
  return found
}
