// Requests to the admins, as their rows have them, against how they ended in the ledger. A row that is missing was dropped, as old
// ones are, or went with its account. Of one that is open the ledger says nothing.
import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'
import type { EndedRequest } from '../replay/entities.ts'
import type { State } from '../replay/state.ts'
import { commitmentOf, isNewer, rowsOf } from './commitments.ts'
import type { UnderWay } from './under-way.ts'

export const REQUESTS = 'app.request'

type RequestRow = {
  id: string
  account: string
  kind: string
  amountCents: number | null
  note: string
  noteSalt: Buffer
  state: string
  /** The text of an answer from before the ledger had the end. */
  answer: string
  reason: string | null
  decidedBy: string | null
  decidedAt: Date | null
  isEnding: boolean
  unrecorded: boolean
}

export async function checkRequests(
  client: pg.Client,
  { endedRequests }: State,
  findings: Findings,
  { newerThan, doneBefore }: UnderWay,
): Promise<void> {
  const [first] = endedRequests.values()
  const query = `select id, account_id as account, kind, amount_cents::float8 as "amountCents", note, note_salt as "noteSalt", state,
      answer, reason, decided_by as "decidedBy", decided_at as "decidedAt", ending_since is not null as "isEnding", unrecorded
    from ${REQUESTS} order by id`
  for await (const row of rowsOf<RequestRow>(client, query)) {
    const ended = endedRequests.peek(row.id)
    const mismatch = (expected: unknown, actual: unknown) =>
      findings.about(`request ${row.id}`, 'request_mismatch', expected, actual, row.account)
    if (ended === undefined) {
      // the first that the ledger has is later than every one that it does not
      const isOlder = row.unrecorded && (first === undefined || (row.decidedAt?.toISOString() ?? '') <= first.at)
      if (row.state !== 'open' && !isOlder) mismatch('open', row.state)
    } else if (row.state === 'open') {
      const isUnderWay = row.isEnding && ended.recordedAt > doneBefore
      if (!isUnderWay && !isNewer(ended.recordedAt, newerThan)) mismatch(ended.outcome, 'open')
    } else {
      const [due, found] = [cellsOf(ended), cellsIn(row)]
      for (const [column, value] of Object.entries(due)) {
        if (found[column] !== value) mismatch(`${column} ${value}`, found[column] ?? 'none')
      }
    }
  }
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
