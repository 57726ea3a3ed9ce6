// What people ask of the admins: filed once for each command, a few at a time, taken back or decided once. None of it is in the
// ledger: what an admin does about it is.
import type pg from 'pg'
import { periodsAt } from '#domain/play/periods.ts'
import { randomId } from '#services/commands/command-id.ts'
import { inTransaction } from '#services/platform/database/transaction.ts'
import { findByName } from '../credentials.ts'
import type { UserName } from '../names/names.ts'
import { notifyPersonChanged } from '../person-changes.ts'
import {
  countRequests,
  endRequest,
  findRequest,
  insertRequest,
  type PersonalRequest,
  queuedRequests,
  type RequestKind,
  requestById,
  requestsOf,
  requestsSince,
} from './request-rows.ts'

/** Of one account. */
export const OPEN_REQUESTS_MAX = 5
/** Of one account and business day. Who cannot file more has no more to take back either. */
export const DAILY_REQUESTS_MAX = 20

export type NewRequest = { readonly kind: RequestKind; readonly amountCents: number | null; readonly note: string }
export type RequestFault =
  | 'request_missing'
  | 'request_decided'
  | 'requests_full'
  | 'requests_used_up'
  | 'key_reused'
  | 'own_account'
type Outcome<Value> =
  | { readonly accepted: true; readonly value: Value }
  | { readonly accepted: false; readonly fault: RequestFault }

const accepted = <Value>(value: Value): Outcome<Value> => ({ accepted: true, value })
const refused = (fault: RequestFault): Outcome<never> => ({ accepted: false, fault })

/** Not those of a forgotten password: anybody who knows the name can make these, and they are counted elsewhere. */
const COUNTED = ['deposit', 'pay-out', 'closing'] as const satisfies readonly RequestKind[]

/** There can be one of these at a time: asking again changes nothing. */
const ONCE: ReadonlySet<RequestKind> = new Set(['password', 'closing'])

export type Requests = ReturnType<typeof createRequests>

export function createRequests({ pool, businessNow }: { pool: pg.Pool; businessNow: () => Date }) {
  const file = (accountId: string, commandId: string, { kind, amountCents, note }: NewRequest) =>
    inTransaction(pool, async (client): Promise<Outcome<PersonalRequest>> => {
      // one after the other, so that the bound holds
      await client.query('select from app.identity where account_id = $1 for no key update', [accountId])
      const earlier = await findRequest(client, commandId)
      if (earlier !== null) {
        const isSame = earlier.accountId === accountId && earlier.kind === kind && earlier.note === note
        return isSame && earlier.amountCents === amountCents ? accepted(earlier) : refused('key_reused')
      }
      const open = (await requestsOf(client, accountId)).filter(({ state }) => state === 'open')
      const standing = ONCE.has(kind) ? open.find((one) => one.kind === kind) : undefined
      if (standing !== undefined) return accepted(standing)
      const at = businessNow()
      const today = periodsAt(at.toISOString()).day.from
      // who is locked out is not locked out of asking by what he asked before
      if (kind !== 'password') {
        const filed = await requestsSince(client, accountId, COUNTED, today)
        if (filed >= DAILY_REQUESTS_MAX) return refused('requests_used_up')
        if (open.length >= OPEN_REQUESTS_MAX) return refused('requests_full')
      }
      await insertRequest(client, accountId, { id: randomId(), commandId, kind, amountCents, note, at, today })
      await notifyPersonChanged(client, accountId)
      return accepted((await findRequest(client, commandId))!)
    })

  /** What the caller would do has been done already, by him. */
  async function faultOf(id: string, done: (found: NonNullable<Awaited<ReturnType<typeof requestById>>>) => boolean) {
    const found = await requestById(pool, id)
    if (found === null) return refused('request_missing')
    return done(found) ? accepted(null) : refused('request_decided')
  }

  return {
    file,
    of: (accountId: string) => requestsOf(pool, accountId),

    /** For whoever has a name and not its password; does nothing where nobody has the name. */
    async fileForgottenPassword(name: UserName): Promise<void> {
      const found = await findByName(pool, name)
      if (found?.status === 'active')
        await file(found.accountId, randomId(), { kind: 'password', amountCents: null, note: '' })
    },

    /** The account takes its own request back. */
    async withdraw(accountId: string, id: string): Promise<Outcome<null>> {
      const found = await requestById(pool, id)
      if (found?.accountId !== accountId) return refused('request_missing')
      const ending = { state: 'withdrawn', answer: '', by: null, at: businessNow() } as const
      if ((await endRequest(pool, id, ending)) === null) return faultOf(id, ({ state }) => state === 'withdrawn')
      await notifyPersonChanged(pool, accountId)
      return accepted(null)
    },

    /** `by`: the admin, who decides on no request of his own. */
    async decide(id: string, by: string, state: 'done' | 'declined', answer: string): Promise<Outcome<null>> {
      const found = await requestById(pool, id)
      if (found === null) return refused('request_missing')
      if (found.accountId === by) return refused('own_account')
      const account = await endRequest(pool, id, { state, answer, by, at: businessNow() })
      if (account === null) return faultOf(id, (now) => now.state === state && now.decidedBy === by)
      await notifyPersonChanged(pool, account)
      return accepted(null)
    },

    /** Of everybody. */
    countOpen: () => countRequests(pool, true),

    queue: (page: number, pageSize: number, open: boolean) =>
      queuedRequests(pool, { open, offset: (page - 1) * pageSize, limit: pageSize }),
  }
}
