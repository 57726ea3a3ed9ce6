// What an event is about, for the filters of the audit trail: accounts, a bet, games, an amount, and its data.
import { type LedgerEvent, moneyPostings } from '../event.ts'
import { linesOf } from '../statement/lines.ts'

const NONE: readonly string[] = []

/** The account on whose stream, or on whose sessions' stream, the event is; null for other streams. */
export const accountOf = ({ stream, subject }: LedgerEvent): string | null =>
  stream.startsWith('account-') || stream.startsWith('session-') ? subject : null

/** The other account that the event names, or null. */
export function counterpartyOf({ type, data }: LedgerEvent): string | null {
  switch (type) {
    case 'TransferSent':
    case 'GoodwillPromised':
      return data.to
    case 'GoodwillPaid':
    case 'BackupRestored':
      return data.by
    case 'TransferReceived':
      return data.sender
    case 'SettlementApproved':
    case 'SettlementDeclined':
      return data.askedBy
    case 'TreasuryDrawn':
    case 'TreasuryDrawRequested':
    case 'TreasuryDrawApproved':
    case 'TreasuryDrawDeclined':
      return data.account
    default:
      return null
  }
}

/** The bet that the event is about, or null. */
export const betOf = ({ data }: LedgerEvent): string | null => ('bet' in data ? (data.bet ?? null) : null)

/**
 * The fixtures that the event is about, each once and in its order: that of its stream, those of a bet's legs, a pair,
 * or a list.
 */
export function fixturesOf(event: LedgerEvent): readonly string[] {
  if (event.type === 'FixturesKeptApart') return [event.subject, event.data.newer]
  if (event.stream.startsWith('fixture-')) return [event.subject]
  switch (event.type) {
    case 'BetPlaced':
    case 'BetSettled':
      return ofLegs(event.data.legs)
    case 'BetResettled':
      return ofLegs(event.data.settlement?.legs ?? [])
    case 'BettingStopped':
    case 'BettingResumed':
      return event.data.fixture === undefined ? NONE : [event.data.fixture]
    case 'GamesOfTheDaySaved':
      return [...new Set(event.data.fixtures)]
    default:
      return NONE
  }
}

function ofLegs(legs: readonly { readonly fixture: string }[]): readonly string[] {
  return legs.length === 1 ? [legs[0]!.fixture] : [...new Set(legs.map(({ fixture }) => fixture))]
}

/** No other event has an amount in the trail. */
export const WITH_AMOUNT: ReadonlySet<string> = new Set<LedgerEvent['type']>([
  'BetPlaced',
  'BetSettled',
  'BetVoided',
  'BetResettled',
  'WelcomeGranted',
  'GoodwillPaid',
  'FloatSet',
  'AdminRemoved',
  'TransferSent',
  'TransferReceived',
  'TransferReturned',
  'TreasuryDrawn',
  'TreasuryDrawRequested',
  'TreasuryDrawApproved',
  'TreasuryDrawDeclined',
  'RequestEnded',
])

/**
 * The amount in cents, or null: what was asked for or drawn, otherwise the account's largest line, otherwise the
 * largest posting.
 */
export function amountOf(event: LedgerEvent): number | null {
  if (!WITH_AMOUNT.has(event.type)) return null
  // draws and requests move no money themselves
  if (event.type === 'RequestEnded') return event.data.amountCents ?? null
  let amount = event.stream.startsWith('treasury-') ? (event.data as { amountCents: number }).amountCents : 0
  for (const { amountCents } of linesOf(event)) amount = Math.max(amount, Math.abs(amountCents))
  if (amount === 0) for (const { amountCents } of moneyPostings(event)) amount = Math.max(amount, amountCents)
  return amount === 0 ? null : amount
}

/**
 * The event's data as JSON; null if the read model of bets has it. Batches of quotes are many, so only league and size
 * are kept of them.
 */
export function detailOf({ type, data }: LedgerEvent): string | null {
  switch (type) {
    case 'BetPlaced':
    case 'BetSettled':
    case 'BetVoided':
    case 'BetResettled':
      return null
    case 'QuotesPublished':
      return JSON.stringify({ league: data.league, size: data.size })
    default:
      return JSON.stringify(data)
  }
}
