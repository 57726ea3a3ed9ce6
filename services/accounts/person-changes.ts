// Notifications about changes of a person without an event that a read model folds: the email address in identity, and
// the rows of requests. Every api hears them, re-reads, and tells the browsers of that person and of the admins.
import type pg from 'pg'

/** NOTIFY channel; the payload is the account's id. */
export const PEOPLE_CHANNEL = 'fairbook_people'

/** In a transaction, it is delivered on commit. */
export async function notifyPersonChanged(
  db: Pick<pg.Pool | pg.ClientBase, 'query'>,
  accountId: string,
): Promise<void> {
  await db.query('select pg_notify($1, $2)', [PEOPLE_CHANNEL, accountId])
}
