// The double-entry ledger as a function of the events: every event that moves money maps to postings from -> to, each
// of a positive amount, so it sums to zero by construction.
import type { BetResettled, BetSettled } from '../bet/bet-events.ts'
import type { DomainEvent } from '../events.ts'
import type { TransferReceived } from '../transfer/transfer-events.ts'
import type { BalanceKind } from '../values.ts'

export type LedgerAccount =
  | 'treasury'
  | 'house:profit'
  | 'house:grants'
  | 'house:goodwill'
  | `admin:${string}:float`
  | `user:${string}:wallet`
  | `user:${string}:owed`
  | `transit:${string}`
  | `bet:${string}`

export type Posting = { readonly from: LedgerAccount; readonly to: LedgerAccount; readonly amountCents: number }

export const walletOf = (account: string): LedgerAccount => `user:${account}:wallet`
export const owedOf = (account: string): LedgerAccount => `user:${account}:owed`
export const floatOf = (account: string): LedgerAccount => `admin:${account}:float`
const transitOf = (transfer: string): LedgerAccount => `transit:${transfer}`
export const heldStakesOf = (bet: string): LedgerAccount => `bet:${bet}`

const balanceAccountOf = (account: string, kind: BalanceKind): LedgerAccount =>
  kind === 'wallet' ? walletOf(account) : floatOf(account)

const ACCOUNT_STREAM = 'account-'

const NO_POSTINGS: readonly Posting[] = []

/** The postings of one event on `stream`, in the order in which they are applied; none if it moves no money. */
export function postingsOf(stream: string, event: DomainEvent): readonly Posting[] {
  if (!stream.startsWith(ACCOUNT_STREAM)) return NO_POSTINGS
  const account = stream.slice(ACCOUNT_STREAM.length)
  const wallet = walletOf(account)
  switch (event.type) {
    case 'BetPlaced':
      return [posting(wallet, heldStakesOf(event.data.bet), event.data.stakeCents)]
    case 'BetSettled':
      return settled(account, event.data)
    case 'BetVoided': {
      const { bet, stakeCents, owedPaidCents } = event.data
      return nonZero(posting(heldStakesOf(bet), wallet, stakeCents), debtPaid(account, owedPaidCents))
    }
    case 'BetResettled':
      return resettled(account, event.data)
    case 'WelcomeGranted':
      return [posting('house:grants', wallet, event.data.amountCents)]
    case 'GoodwillPaid':
      return nonZero(
        posting('house:goodwill', wallet, event.data.amountCents),
        debtPaid(account, event.data.owedPaidCents),
      )
    case 'FloatSet': {
      const { beforeCents, afterCents } = event.data
      const float = floatOf(account)
      return nonZero(
        posting('treasury', float, afterCents - beforeCents),
        posting(float, 'treasury', beforeCents - afterCents),
      )
    }
    case 'AdminRemoved':
      return nonZero(posting(floatOf(account), 'treasury', event.data.floatCents))
    case 'TransferSent': {
      const { transfer, from, amountCents } = event.data
      return [posting(balanceAccountOf(account, from), transitOf(transfer), amountCents)]
    }
    case 'TransferReceived':
      return received(account, event.data)
    case 'TransferReturned': {
      const { transfer, into, amountCents, owedPaidCents } = event.data
      return nonZero(
        posting(transitOf(transfer), balanceAccountOf(account, into), amountCents),
        debtPaid(account, owedPaidCents),
      )
    }
    default:
      return NO_POSTINGS
  }
}

const posting = (from: LedgerAccount, to: LedgerAccount, amountCents: number): Posting => ({ from, to, amountCents })

/** Only the postings that move money. */
const nonZero = (...lines: Posting[]): readonly Posting[] => lines.filter(({ amountCents }) => amountCents > 0)

const debtPaid = (account: string, amountCents: number): Posting =>
  posting(walletOf(account), owedOf(account), amountCents)

/** The bet holds the stake. Up to the return it goes back to the wallet; the house pays a win, or gains the rest. */
function settled(
  account: string,
  {
    bet,
    stakeCents,
    returnCents,
    owedPaidCents,
  }: Pick<BetSettled, 'bet' | 'stakeCents' | 'returnCents' | 'owedPaidCents'>,
): readonly Posting[] {
  const wallet = walletOf(account)
  return nonZero(
    posting(heldStakesOf(bet), wallet, Math.min(stakeCents, returnCents)),
    posting('house:profit', wallet, returnCents - stakeCents),
    posting(heldStakesOf(bet), 'house:profit', stakeCents - returnCents),
    debtPaid(account, owedPaidCents),
  )
}

/** What the wallet lacks becomes debt, then the old settlement is mirrored, then the new one is posted. */
function resettled(account: string, event: BetResettled): readonly Posting[] {
  const { bet, stakeCents, reversedReturnCents, reversedOwedPaidCents, shortfallCents, settlement } = event
  const before = { bet, stakeCents, returnCents: reversedReturnCents, owedPaidCents: reversedOwedPaidCents }
  return [
    ...nonZero(posting(owedOf(account), walletOf(account), shortfallCents)),
    ...settled(account, before)
      .map(({ from, to, amountCents }) => posting(to, from, amountCents))
      .toReversed(),
    ...(settlement === null ? [] : settled(account, { bet, stakeCents, ...settlement })),
  ]
}

function received(account: string, { transfer, into, amountCents, owedPaidCents, forwarded }: TransferReceived) {
  return nonZero(
    posting(transitOf(transfer), balanceAccountOf(account, into), amountCents),
    posting(floatOf(account), 'treasury', forwarded ? amountCents : 0),
    debtPaid(account, owedPaidCents),
  )
}
