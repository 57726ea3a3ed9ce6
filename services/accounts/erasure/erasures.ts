// Erases the personal data of a closed account: first the event, then the rows behind its commitments. The sweep makes
// the rows follow the ledger after a crash in between, and after a backup that brought rows back (docs/decisions/0060).
import type pg from 'pg'
import type { AccountEvent } from '#domain/account/events.ts'
import type { PersonalDataErased } from '#domain/erasure/erasure-events.ts'
import type { CommandMeta } from '#domain/meta.ts'
import type { Outcome } from '#services/commands/outcome.ts'
import type { StreamHead } from '#services/event-store/port.ts'
import { inTransaction } from '#services/platform/database/transaction.ts'
import type { Accounts } from '../accounts.ts'
import { notifyPersonChanged } from '../person-changes.ts'
import { createErasedRows } from './erased-rows.ts'

export type Erasures = ReturnType<typeof createErasures>

/** More might not fit into one event; there are never this many reasons about one person. */
const REASONS_MAX = 10_000

/** By kind, the tables that have rows about a person. All are deleted with the row in identity. */
const TABLES = {
  identity: 'app.identity',
  'name-claim': 'app.name_claim',
  session: 'app.session',
  'session-address': 'app.session_address',
  'command-address': 'app.command_address',
  'known-address': 'app.known_address',
  'blocked-session': 'app.blocked_session',
  'failed-sign-in': 'app.failed_sign_in',
  authenticator: 'app.authenticator',
  'recovery-code-set': 'app.recovery_code_set',
  'password-change': 'app.password_change',
  'email-change': 'app.email_change',
  request: 'app.request',
  note: 'app.note_text',
} as const

const COUNTS = Object.entries(TABLES)
  .map(([kind, table]) => `select '${kind}' as kind, count(*)::integer as count from ${table} where account_id = $1`)
  .join(' union all ')

/**
 * Events on the account, or by an admin towards it. AuthorityUsed only counts a decision, and does not tell whom it is
 * about.
 */
const ABOUT = `(account_id = $1 or (counterparty = $1 and type in ('TransferSent', 'GoodwillPromised')))`
const REASONS = `
  with own as (select distinct reason_text as commitment from app.audit where reason_text is not null and ${ABOUT})
  select commitment from own where not exists (
    select from app.audit a where a.reason_text = own.commitment and a.type <> 'AuthorityUsed' and not ${ABOUT})
  order by 1 limit ${REASONS_MAX}`

export function createErasures({ pool, accounts }: { readonly pool: pg.Pool; readonly accounts: Accounts }) {
  /** What there is to erase. The audit trail must have all of the log. */
  async function findRows(accountId: string): Promise<PersonalDataErased> {
    const counts = await pool.query<PersonalDataErased['rows'][number]>(COUNTS, [accountId])
    const reasons = await pool.query<{ commitment: string }>(REASONS, [accountId])
    return {
      rows: counts.rows.filter(({ count }) => count > 0),
      reasons: reasons.rows.map(({ commitment }) => commitment),
    }
  }

  const deleteRows = (accountId: string, reasons: readonly string[]) =>
    inTransaction(pool, async (client) => {
      await client.query('delete from app.identity where account_id = $1', [accountId])
      await client.query('delete from app.reason_text where commitment = any($1)', [reasons])
      await notifyPersonChanged(client, accountId)
    })

  return {
    /**
     * A super admin erases the data, with a reason. `seen`: the head of the account up to which the audit trail was
     * waited for; later events may name another text. Throws as the recorder does; if the ledger has the event by then,
     * the sweep deletes the rows.
     */
    async erase(accountId: string, meta: CommandMeta, seen?: StreamHead): Promise<Outcome<AccountEvent>> {
      const found = await findRows(accountId)
      const outcome = await accounts.execute(accountId, { type: 'ErasePersonalData', ...found }, meta, { seen })
      if (!outcome.accepted) return outcome
      const erased = outcome.events.find(({ type }) => type === 'PersonalDataErased')
      await deleteRows(accountId, erased?.type === 'PersonalDataErased' ? erased.data.reasons : [])
      return outcome
    },

    applyAgain: createErasedRows(pool).deleteAgain,
  }
}
