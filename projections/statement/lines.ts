// The lines of an account that an event makes: its postings to and from the wallet or the float.
import type { LineKind } from '#domain/ledger/line-kinds.ts'
import { floatOf, owedOf, type Posting, walletOf } from '#domain/ledger/postings.ts'
import { type LedgerEvent, moneyPostings } from '../event.ts'

export type Line = { readonly kind: LineKind; amountCents: number }

/** In the order of the postings; consecutive postings of one kind and direction are one line. */
export function linesOf(event: LedgerEvent): readonly Line[] {
  const lines: Line[] = []
  const own = [walletOf(event.subject), floatOf(event.subject)]
  for (const posting of moneyPostings(event)) {
    const sign = own.includes(posting.to) ? 1 : own.includes(posting.from) ? -1 : 0
    if (sign === 0) continue
    const kind = kindOf(event, posting, sign)
    const last = lines.at(-1)
    if (last?.kind === kind && last.amountCents > 0 === sign > 0) last.amountCents += sign * posting.amountCents
    else lines.push({ kind, amountCents: sign * posting.amountCents })
  }
  return lines
}

function kindOf(event: LedgerEvent, { from, to }: Posting, sign: 1 | -1): LineKind {
  const owed = owedOf(event.subject)
  if (from === owed || to === owed) return 'debt'
  switch (event.type) {
    case 'BetPlaced':
      return 'stake'
    case 'BetSettled':
      return event.data.outcome === 'refunded' ? 'refund' : 'return'
    case 'BetVoided':
      return 'refund'
    case 'BetResettled':
      if (sign < 0) return 'reversal'
      return event.data.settlement?.outcome === 'refunded' ? 'refund' : 'return'
    case 'WelcomeGranted':
      return 'grant'
    case 'GoodwillPaid':
      return 'goodwill'
    case 'TransferReceived':
      if (to === 'treasury') return 'float'
      return event.data.purpose === 'withdrawal' ? 'withdrawal' : 'deposit'
    case 'TransferSent':
      return event.data.purpose === 'withdrawal' ? 'withdrawal' : 'deposit'
    case 'TransferReturned':
      return 'returned'
    default:
      return 'float'
  }
}

/** The bet that the event is about, or null. */
export function betOf({ type, data }: LedgerEvent): string | null {
  if (type === 'SettlementAsked') return data.bet ?? null
  return type === 'BetPlaced' || type === 'BetSettled' || type === 'BetVoided' || type === 'BetResettled'
    ? data.bet
    : null
}
