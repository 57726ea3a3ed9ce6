// A row of the audit trail as a line that people understand.
import { eurosOf } from '#domain/money.ts'
import type { TrailRow } from '#projections/audit/queries.ts'
import type { AuditLine, Someone } from '#services/contract/contract.ts'
import { KINDS } from './kinds.ts'
import type { Known } from './known.ts'
import { euros, type Sentence } from './sentences/sentence.ts'
import { SENTENCES } from './sentences/sentences.ts'

/** What a reader is shown of an address; `role` is that of the actor. */
export type ShowAddress = (ip: string, role: string) => string

export function lineOf(row: TrailRow, known: Known, showAddress: ShowAddress): AuditLine {
  const { what, change } = sentenceOf(row, known)
  const [before, after] = change ?? balanceChange(row, known)
  const address = known.address(row)
  const someone = (id: string): Someone => ({ id, name: known.name(id) })
  return {
    number: row.number,
    at: row.at.toISOString(),
    recordedAt: row.recordedAt.toISOString(),
    kind: KINDS[row.type],
    type: row.type,
    who: { ...someone(row.actor), role: row.role },
    on: row.account === null ? null : someone(row.account),
    what: [...what],
    before,
    after,
    reason: reasonOf(row, known),
    approvedBy: row.approvedBy === null ? null : someone(row.approvedBy),
    command: row.command,
    ip: address === undefined ? null : showAddress(address, row.role),
    bet: row.bet,
    fixture: row.fixture === null ? null : { id: row.fixture, title: known.title(row.fixture) },
    amount: row.amountCents === null ? null : eurosOf(row.amountCents),
  }
}

/** A reason that only says 'by admin' is left out: the line already says who did it. */
function reasonOf({ reasonText, reasonCode }: TrailRow, known: Known): string | null {
  if (reasonText !== null) return known.reason(reasonText) ?? '(erased)'
  return reasonCode === null || reasonCode === 'by-admin' ? null : reasonCode.replaceAll('-', ' ')
}

function sentenceOf(row: TrailRow, known: Known): Sentence {
  // the detail has the shape of the row's type
  const tell = SENTENCES[row.type] as unknown as (told: unknown) => Sentence
  const on = row.account === null ? '' : known.name(row.account)
  return tell({ row, data: row.detail, who: known.name(row.actor), on, known })
}

function balanceChange(row: TrailRow, known: Known): readonly [string | null, string | null] {
  const balance = known.balance(row)
  return balance === undefined ? [null, null] : [euros(balance.before), euros(balance.after)]
}

/** The sentence without its emphasis, for files. */
export const plainText = ({ what }: Pick<AuditLine, 'what'>): string => what.map(({ text }) => text).join('')
