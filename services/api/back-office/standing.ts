// Checks whether somebody may still act in the back office. A session may outlive a block for a moment, and a request
// may have waited.
import { holdsFloat } from '#domain/account/permissions.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'

/**
 * Reads the account's stream, which is authoritative. Throws ApiError not_an_admin, account_closed, account_blocked.
 */
export async function checkStanding({ accounts }: Pick<Services, 'accounts'>, accountId: string): Promise<void> {
  const { opened, closed, blocked } = await accounts.read(accountId)
  if (opened === null || !holdsFloat(opened)) throw new ApiError('not_an_admin')
  if (closed) throw new ApiError('account_closed')
  if (blocked) throw new ApiError('account_blocked')
}
