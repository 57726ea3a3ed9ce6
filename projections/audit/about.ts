// What an event is about, for the filters of the audit trail: accounts, a bet, games, an amount, and what it says.
import { type LedgerEvent, moneyPostings } from '../event.ts'
import { linesOf } from '../statement/lines.ts'

const NONE: readonly string[] = []

/** The account on whose stream it stands, its own or that of its sessions; null for other streams. */
export const accountOf = ({ stream, subject }: LedgerEvent): string | null =>
  stream.startsWith('account-') || stream.startsWith('session-') ? subject : null

/** The other account that it names; null where it names none. */
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

/** The bet that it is about; null where it is about none. */
export const betOf = ({ data }: LedgerEvent): string | null => ('bet' in data ? (data.bet ?? null) : null)

/** Each once, in the order in which the event has them: its own stream's, those of a bet's legs, a pair, or a list. */
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

/** What was asked for, or the largest line of the account, or where there is none the largest posting, in cents; or null. */
export function amountOf(event: LedgerEvent): number | null {
  if (!WITH_AMOUNT.has(event.type)) return null
  // what is drawn on the treasury, or asked for, moves no money itself
  if (event.type === 'RequestEnded') return event.data.amountCents ?? null
  let amount = event.stream.startsWith('treasury-') ? (event.data as { amountCents: number }).amountCents : 0
  for (const { amountCents } of linesOf(event)) amount = Math.max(amount, Math.abs(amountCents))
  if (amount === 0) for (const { amountCents } of moneyPostings(event)) amount = Math.max(amount, amountCents)
  return amount === 0 ? null : amount
}

/** As JSON; null where the read model of bets has it. Of a batch of quotes, of which there are many, only what it was. */
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
