// Deletes rows that exist although the ledger says they were erased. A sweep looks at what was erased since the last
// one, and at one page of earlier erasures: its cost does not grow with the erasures of years.
import type pg from 'pg'
import { notifyPersonChanged } from '../person-changes.ts'

/** Erasures that one statement looks at. */
export const ERASURES_IN_A_PAGE = 200

const BEFORE_ALL = -1

/** Deletes what is left of a page of erasures. Returns where the page ends, and whose data was deleted. */
const DELETE_PAGE = `
  with page as materialized (
    select number, account_id, detail from app.audit where type = 'PersonalDataErased' and number > $1
    order by number limit ${ERASURES_IN_A_PAGE}
  ),
  -- in the order in which failed sign-ins lock them when they are counted (../sign-ins/failure-rows.ts): neither fails
  locked as materialized (
    select account_id from app.identity where account_id in (select account_id from page) order by account_id for update
  ),
  identities as (
    delete from app.identity i using locked l where i.account_id = l.account_id returning i.account_id
  ),
  reasons as (
    delete from app.reason_text where commitment in (select json_array_elements_text(detail -> 'reasons') from page)
  )
  select (select max(number) from page) as last, array(select account_id from identities) as accounts`

export function createErasedRows(pool: pg.Pool) {
  /** The ledger number up to which this process has looked at every erasure. */
  let known = BEFORE_ALL
  /** How far the current round over those erasures has come. */
  let walked = BEFORE_ALL

  /**
   * Deletes what is left of the page after this ledger number. Returns the number of its last erasure; null if there is
   * none.
   */
  async function deletePage(after: number): Promise<number | null> {
    const { rows } = await pool.query<{ last: string | null; accounts: string[] }>({
      name: 'delete_erased',
      text: DELETE_PAGE,
      values: [after],
    })
    const [{ last, accounts }] = rows as [(typeof rows)[number]]
    for (const account of accounts) await notifyPersonChanged(pool, account)
    return last === null ? null : Number(last)
  }

  return {
    /**
     * The first call in a process looks at all erasures, because it may follow a crash or a restore. Safe to run
     * anywhere, any time, in several processes.
     */
    async deleteAgain(): Promise<void> {
      const before = known
      for (let last = await deletePage(known); last !== null; last = await deletePage(last)) known = last
      // rows that were restored from a backup while this process runs
      if (before !== BEFORE_ALL) walked = (await deletePage(walked)) ?? (await deletePage(BEFORE_ALL)) ?? BEFORE_ALL
    },
  }
}
