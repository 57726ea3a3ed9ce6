// Accounts that lost their standing have their sessions ended next, by whoever decided it. A crash may come between: then the row of
// the account is what their requests are refused by, and it has to be read.
import type { Announcement } from '#projections/runner/announcement.ts'
import type { Sessions } from './sessions.ts'

const LOST_BY: ReadonlySet<string> = new Set(['AccountBlocked', 'AccountClosed', 'AdminRemoved'])

/** `announcement`: of what was folded. One that does not name what it is of may be of anything. */
export function evictWithoutStanding(
  announcement: Announcement,
  sessions: Pick<Sessions, 'evictAccount' | 'onNotification'>,
): void {
  if (announcement.types?.every((type) => !LOST_BY.has(type))) return
  if ('all' in announcement) sessions.onNotification(null)
  else for (const account of announcement.accounts) sessions.evictAccount(account)
}
