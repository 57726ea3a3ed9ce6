// What people ask of the admins: filed once per command, a few at a time. Filing is in no event, but how a request ends
// is: that is decided on the stream of its owner, and its row follows.
import type pg from 'pg'
import type { AccountEvent } from '#domain/account/events.ts'
import { periodsAt } from '#domain/calendar/periods.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { refuse } from '#domain/refusals.ts'
import type { EndRequest } from '#domain/request/request-commands.ts'
import type { RequestOutcome } from '#domain/request/request-events.ts'
import { randomId } from '#services/commands/command-id.ts'
import type { Outcome } from '#services/commands/outcome.ts'
import { inTransaction } from '#services/platform/database/transaction.ts'
import { forEachSettled } from '#services/platform/process/for-each-settled.ts'
import type { Accounts } from '../accounts.ts'
import { commitment } from '../commitments.ts'
import { findByName, lockIdentity } from '../credentials.ts'
import type { UserName } from '../names/names.ts'
import { notifyPersonChanged } from '../person-changes.ts'
import { INTERRUPTED_AFTER_MS, SWEEP_AT_ONCE } from '../sweeps.ts'
import {
  countRequests,
  type FiledRequest,
  findRequest,
  insertRequest,
  interruptedEnds,
  markEnding,
  type PersonalRequest,
  putEnd,
  queuedRequests,
  type RequestKind,
  requestById,
  requestsOf,
  requestsSince,
} from './request-rows.ts'

/** Per account. */
export const OPEN_REQUESTS_MAX = 5
/** Per account and business day. Once no more can be filed, none can be withdrawn and filed again either. */
export const DAILY_REQUESTS_MAX = 20

export type NewRequest = { readonly kind: RequestKind; readonly amountCents: number | null; readonly note: string }
type FilingFault = 'requests_full' | 'requests_used_up' | 'key_reused'
type Filed =
  | { readonly accepted: true; readonly value: PersonalRequest }
  | { readonly accepted: false; readonly fault: FilingFault }

const filed = (value: PersonalRequest): Filed => ({ accepted: true, value })
const refused = (fault: FilingFault): Filed => ({ accepted: false, fault })

/**
 * Forgotten passwords are not counted here: anybody who knows the name can report one, and they have limits of their
 * own.
 */
const COUNTED: readonly RequestKind[] = ['deposit', 'pay-out', 'closing']

/** Only one of these can be open at a time; asking again changes nothing. */
const ONCE: ReadonlySet<RequestKind> = new Set(['password', 'closing'])

export type Requests = ReturnType<typeof createRequests>

type Deps = { readonly pool: pg.Pool; readonly accounts: Accounts; readonly businessNow: () => Date }

export function createRequests({ pool, accounts, businessNow }: Deps) {
  const file = (accountId: string, commandId: string, { kind, amountCents, note }: NewRequest) =>
    inTransaction(pool, async (client): Promise<Filed> => {
      // one after the other, so that the limits hold
      await lockIdentity(client, accountId)
      const earlier = await findRequest(client, commandId)
      if (earlier !== null) {
        const isSame = earlier.accountId === accountId && earlier.kind === kind && earlier.note === note
        return isSame && earlier.amountCents === amountCents ? filed(earlier) : refused('key_reused')
      }
      const open = (await requestsOf(client, accountId)).filter(({ state }) => state === 'open')
      const standing = ONCE.has(kind) ? open.find((one) => one.kind === kind) : undefined
      if (standing !== undefined) return filed(standing)
      const at = businessNow()
      const today = periodsAt(at.toISOString()).day.from
      // earlier requests must not keep somebody who is locked out from asking for a new password
      if (COUNTED.includes(kind)) {
        const count = await requestsSince(client, accountId, COUNTED, today)
        if (count >= DAILY_REQUESTS_MAX) return refused('requests_used_up')
        const waiting = open.filter((one) => COUNTED.includes(one.kind))
        if (waiting.length >= OPEN_REQUESTS_MAX) return refused('requests_full')
      }
      await insertRequest(client, accountId, { id: randomId(), commandId, kind, amountCents, note, at, today })
      await notifyPersonChanged(client, accountId)
      return filed((await findRequest(client, commandId))!)
    })

  /** Makes a row say what the ledger says. An end never changes, so anybody may store it, at any time. */
  async function follow({ id, accountId }: Pick<FiledRequest, 'id' | 'accountId'>): Promise<void> {
    const ended = (await accounts.read(accountId)).endedRequests.get(id)
    if (ended === undefined) return
    await inTransaction(pool, async (client) => {
      await putEnd(client, id, ended)
      await notifyPersonChanged(client, accountId)
    })
  }

  return {
    file,
    of: (accountId: string) => requestsOf(pool, accountId),
    find: (id: string) => requestById(pool, id),

    /** For somebody who has a name but not its password. Does nothing if nobody has the name. */
    async fileForgottenPassword(name: UserName): Promise<void> {
      const found = await findByName(pool, name)
      if (found?.status === 'active')
        await file(found.accountId, randomId(), { kind: 'password', amountCents: null, note: '' })
    },

    /**
     * Ends a request. The answer is the reason in `meta`, which has been stored before. Null if there is no such
     * request. Throws OutcomeUnknown, StoreUnavailable; if the ledger has the end by then, the sweep makes the row
     * follow.
     */
    async end(id: string, outcome: RequestOutcome, meta: CommandMeta): Promise<Outcome<AccountEvent> | null> {
      await markEnding(pool, id)
      const request = await requestById(pool, id)
      if (request === null) return null
      if (request.unrecorded) return refuse('request_decided')
      const ended = await accounts.execute(request.accountId, endOf(request, outcome), meta)
      if (request.state === 'open') await follow(request)
      return ended
    },

    /**
     * Makes rows follow the ledger whose ends were interrupted. Safe to run anywhere, any time, in several processes.
     * Returns how many it found.
     */
    async finishInterrupted(olderThanMs = INTERRUPTED_AFTER_MS): Promise<number> {
      const left = await interruptedEnds(pool, olderThanMs, SWEEP_AT_ONCE)
      // a request whose end is not in the ledger keeps its mark, since the event may still be on its way
      await forEachSettled(left, follow)
      return left.length
    },

    /** Counts everybody's open requests. */
    countOpen: () => countRequests(pool, true),

    queue: (page: number, pageSize: number, open: boolean) =>
      queuedRequests(pool, { open, offset: (page - 1) * pageSize, limit: pageSize }),
  }
}

const endOf = ({ id, kind, amountCents, note, noteSalt }: FiledRequest, outcome: RequestOutcome): EndRequest => ({
  type: 'EndRequest',
  request: id,
  kind,
  ...(amountCents === null ? {} : { amountCents }),
  ...(note === '' ? {} : { note: commitment(noteSalt, note) }),
  outcome,
})
