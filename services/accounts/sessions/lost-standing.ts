// When an account loses its standing, whoever decided that ends its sessions next. If a crash prevents this, requests
// have to be refused by the account's row, so cached sessions are evicted when the event is folded.
import type { Announcement } from '#projections/runner/announcement.ts'
import type { Sessions } from './sessions.ts'

const LOST_BY: ReadonlySet<string> = new Set(['AccountBlocked', 'AccountClosed', 'AdminRemoved'])

/** `announcement`: of folded events. If it does not name their types, any may have happened. */
export function evictWithoutStanding(
  announcement: Announcement,
  sessions: Pick<Sessions, 'evictAccount' | 'onNotification'>,
): void {
  if (announcement.types?.every((type) => !LOST_BY.has(type))) return
  if ('all' in announcement) sessions.onNotification(null)
  else for (const account of announcement.accounts) sessions.evictAccount(account)
}
