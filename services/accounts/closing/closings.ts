// Closes a bettor's account: the bettor asks for it, it happens once nothing is left, and the sessions end. Each step
// may be repeated: a sweep carries out what became due, and ends sessions that a crash left (docs/decisions/0057).
import type pg from 'pg'
import type { AccountEvent } from '#domain/account/events.ts'
import { isEmpty } from '#domain/closing/closing.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { closingsDue } from '#projections/accounts/queries.ts'
import { commandId } from '#services/commands/command-id.ts'
import type { Outcome } from '#services/commands/outcome.ts'
import { productMeta } from '#services/commands/product-meta.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { forEachSettled } from '#services/platform/process/for-each-settled.ts'
import type { Accounts } from '../accounts.ts'
import { endSessions } from '../sessions/session-rows.ts'
import { SWEEP_AT_ONCE } from '../sweeps.ts'

const SYSTEM_ACTOR = 'closings'

export type Closings = ReturnType<typeof createClosings>

type Deps = {
  readonly pool: pg.Pool
  readonly queries: Queries
  readonly accounts: Accounts
  readonly businessNow: () => Date
}

export function createClosings({ pool, queries, accounts, businessNow }: Deps) {
  /** Acts in the product's own name. Refused if the bettor does not ask for it (any more), or something is left. */
  async function carryOut(accountId: string): Promise<Outcome<AccountEvent>> {
    const id = commandId(SYSTEM_ACTOR, `CloseAccount ${accountId}`)
    const meta = productMeta(SYSTEM_ACTOR, { id, request: { type: 'CloseAccount', accountId }, at: businessNow() })
    const outcome = await accounts.execute(accountId, { type: 'CloseAccount' }, meta)
    if (outcome.accepted) await endSessions(pool, accountId)
    return outcome
  }

  return {
    /**
     * The bettor asks for the account to be closed; `isClosed`: nothing was left, so it was closed at once. Throws as
     * the recorder does.
     */
    async request(
      accountId: string,
      meta: CommandMeta,
    ): Promise<Outcome<AccountEvent> & { readonly isClosed: boolean }> {
      const outcome = await accounts.execute(accountId, { type: 'RequestClosing' }, meta)
      const isDue = outcome.accepted && isEmpty(await accounts.read(accountId))
      return { ...outcome, isClosed: isDue && (await carryOut(accountId)).accepted }
    },

    cancel: (accountId: string, meta: CommandMeta) => accounts.execute(accountId, { type: 'CancelClosing' }, meta),

    /** A super admin closes the account, with a reason. */
    async close(accountId: string, meta: CommandMeta): Promise<Outcome<AccountEvent>> {
      const outcome = await accounts.execute(accountId, { type: 'CloseAccount' }, meta)
      // after a repeated command too, since the first may have been interrupted before this
      if (outcome.accepted) await endSessions(pool, accountId)
      return outcome
    },

    /**
     * Closes accounts that have become empty, and ends sessions that closed accounts still have. Safe to run anywhere,
     * any time, in several processes.
     */
    async finishDue(): Promise<void> {
      const { rows } = await pool.query<{ account: string }>(
        `select distinct s.account_id as account from app.session s join app.account a using (account_id)
          where a.closed limit $1`,
        [SWEEP_AT_ONCE],
      )
      const open = rows.map(
        ({ account }) =>
          () =>
            endSessions(pool, account),
      )
      const due = (await closingsDue(queries, SWEEP_AT_ONCE)).map((account) => () => carryOut(account))
      await forEachSettled<() => Promise<unknown>>([...open, ...due], (finish) => finish())
    },
  }
}
