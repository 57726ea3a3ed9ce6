// Where commands came from, for the audit trail: the address of their session, or the request's own if it differs. Kept
// outside the ledger, for half a year.
import type pg from 'pg'
import { createBatcher } from '#services/platform/process/batcher.ts'

/** Longer than a session may last. */
const KEPT_FOR = '180 days'

export type CommandFrom = { readonly correlation: string; readonly accountId: string; readonly ip: string }

export type SessionAddresses = {
  /** Resolves when it is stored. Makes one statement at a time, for all that wait. */
  note(command: CommandFrom): Promise<void>
  sweep(): Promise<void>
}

export function createSessionAddresses(pool: Pick<pg.Pool, 'query'>): SessionAddresses {
  const store = createBatcher(async (commands: ReadonlySet<CommandFrom>) => {
    const all = [...commands]
    await pool.query({
      name: 'note_command_address',
      text: `insert into app.command_address (correlation, account_id, ip)
        select u.* from unnest($1::text[], $2::text[], $3::text[]) as u (correlation, account_id, ip)
        on conflict do nothing`,
      values: [all.map((one) => one.correlation), all.map((one) => one.accountId), all.map((one) => one.ip)],
    })
  })
  return {
    note: (command) => store([command]),
    async sweep() {
      for (const table of ['session_address', 'command_address']) {
        await pool.query(`delete from app.${table} where since < now() - interval '${KEPT_FOR}'`)
      }
    },
  }
}
