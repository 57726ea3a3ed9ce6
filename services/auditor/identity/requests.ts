// Rows of requests to the admins against how these ended in the ledger. Rows may be missing: an account with many
// requests loses its oldest, and an erased account all of them. The ledger says nothing about open requests.
import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'
import type { EndedRequest } from '../replay/entities.ts'
import type { State } from '../replay/state.ts'
import { absentOf } from '../spill/absent.ts'
import { commitmentOf, isNewer, keysOf, rowsOf } from './commitments.ts'
import type { UnderWay } from './under-way.ts'

export const REQUESTS = 'app.request'
/** How many of an account's newest requests are never dropped. */
const KEPT = 50

type RequestRow = {
  id: string
  account: string
  kind: string
  amountCents: number | null
  note: string
  noteSalt: Buffer
  state: string
  /** The answer of a request that ended before such ends were events; '' otherwise. */
  answer: string
  reason: string | null
  decidedBy: string | null
  decidedAt: Date | null
  isEnding: boolean
  unrecorded: boolean
}

export async function checkRequests(
  client: pg.Client,
  state: State,
  findings: Findings,
  { newerThan, doneBefore }: UnderWay,
): Promise<void> {
  const { endedRequests, spill } = state
  const [first] = endedRequests.values()
  const rowsIn = spill.scratch<number>()
  let found = 0
  const query = `select id, account_id as account, kind, amount_cents::float8 as "amountCents", note, note_salt as "noteSalt", state,
      answer, reason, decided_by as "decidedBy", decided_at as "decidedAt", ending_since is not null as "isEnding", unrecorded
    from ${REQUESTS} order by id`
  for await (const row of rowsOf<RequestRow>(client, query)) {
    rowsIn.set(row.account, (rowsIn.get(row.account) ?? 0) + 1)
    spill.settle()
    const ended = endedRequests.peek(row.id)
    if (ended !== undefined) found += 1
    const mismatch = (expected: unknown, actual: unknown) =>
      findings.about(`request ${row.id}`, 'request_mismatch', expected, actual, row.account)
    if (ended === undefined) {
      // requests that ended before ends were events ended before the first one that the ledger has
      const isOlder = row.unrecorded && (first === undefined || (row.decidedAt?.toISOString() ?? '') <= first.at)
      if (row.state !== 'open' && !isOlder) mismatch('open', row.state)
    } else if (row.state === 'open') {
      const isUnderWay = row.isEnding && ended.recordedAt > doneBefore
      if (!isUnderWay && !isNewer(ended.recordedAt, newerThan)) mismatch(ended.outcome, 'open')
    } else {
      const [due, said] = [cellsOf(ended), cellsIn(row)]
      for (const [column, value] of Object.entries(due)) {
        if (said[column] !== value) mismatch(`${column} ${value}`, said[column] ?? 'none')
      }
    }
  }
  const expected = { count: endedRequests.size, keys: () => endedRequests.keys() }
  for await (const id of absentOf(spill, expected, found, () => keysOf(client, REQUESTS, 'id'))) {
    const { place, account, recordedAt } = endedRequests.peek(id)!
    const mayBeDropped = (rowsIn.peek(account) ?? 0) >= KEPT || state.accounts.peek(account)?.erasure
    if (mayBeDropped || isNewer(recordedAt, newerThan)) continue
    findings.at(place, 'request_gone', `request ${id}`, 'none', account)
  }
  rowsIn.clear()
}

type Cells = Readonly<Record<string, string | number | null>>

const cellsOf = ({ account, kind, amountCents, note, outcome, by, reason, at }: EndedRequest): Cells => ({
  account,
  kind,
  amountCents,
  note,
  state: outcome,
  decidedBy: outcome === 'withdrawn' ? null : by,
  decidedAt: at,
  reason,
  answer: '',
})

const cellsIn = ({
  account,
  kind,
  amountCents,
  note,
  noteSalt,
  state,
  decidedBy,
  decidedAt,
  ...row
}: RequestRow): Cells => ({
  account,
  kind,
  amountCents,
  note: note === '' ? null : commitmentOf(noteSalt, note),
  state,
  decidedBy,
  decidedAt: decidedAt?.toISOString() ?? null,
  reason: row.reason,
  answer: row.answer,
})
