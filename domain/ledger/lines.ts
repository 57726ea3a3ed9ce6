// The double-entry ledger as a function of the events: every event that moves money is some lines from -> to, each of
// a positive amount, so it sums to zero by construction.
import type { BetSettled, TransferReceived } from '../account/events.ts'
import type { DomainEvent } from '../events.ts'
import type { Purse } from '../values.ts'

export type LedgerAccount =
  | 'treasury'
  | 'house:profit'
  | 'house:grants'
  | `admin:${string}:float`
  | `user:${string}:wallet`
  | `user:${string}:owed`
  | `transit:${string}`
  | `bet:${string}`

export type Line = { readonly from: LedgerAccount; readonly to: LedgerAccount; readonly amountCents: number }

export const walletOf = (account: string): LedgerAccount => `user:${account}:wallet`
export const owedOf = (account: string): LedgerAccount => `user:${account}:owed`
export const floatOf = (account: string): LedgerAccount => `admin:${account}:float`
export const transitOf = (transfer: string): LedgerAccount => `transit:${transfer}`
export const heldOf = (bet: string): LedgerAccount => `bet:${bet}`

const purseOf = (account: string, purse: Purse): LedgerAccount =>
  purse === 'wallet' ? walletOf(account) : floatOf(account)

const ACCOUNT_STREAM = 'account-'

const NO_LINES: readonly Line[] = []

/** The lines of one event on `stream`, in the order in which they are read; none where it moves no money. */
export function linesOf(stream: string, event: DomainEvent): readonly Line[] {
  if (!stream.startsWith(ACCOUNT_STREAM)) return NO_LINES
  const account = stream.slice(ACCOUNT_STREAM.length)
  const wallet = walletOf(account)
  switch (event.type) {
    case 'BetPlaced':
      return [line(wallet, heldOf(event.data.bet), event.data.stakeCents)]
    case 'BetSettled':
      return settled(account, event.data)
    case 'BetVoided': {
      const { bet, stakeCents, owedPaidCents } = event.data
      return moved(line(heldOf(bet), wallet, stakeCents), debtPaid(account, owedPaidCents))
    }
    case 'WelcomeGranted':
      return [line('house:grants', wallet, event.data.amountCents)]
    case 'FloatSet': {
      const { beforeCents, afterCents } = event.data
      const float = floatOf(account)
      return moved(line('treasury', float, afterCents - beforeCents), line(float, 'treasury', beforeCents - afterCents))
    }
    case 'TransferSent': {
      const { transfer, from, amountCents } = event.data
      return [line(purseOf(account, from), transitOf(transfer), amountCents)]
    }
    case 'TransferReceived':
      return received(account, event.data)
    case 'TransferReturned': {
      const { transfer, into, amountCents, owedPaidCents } = event.data
      return moved(line(transitOf(transfer), purseOf(account, into), amountCents), debtPaid(account, owedPaidCents))
    }
    default:
      return NO_LINES
  }
}

const line = (from: LedgerAccount, to: LedgerAccount, amountCents: number): Line => ({ from, to, amountCents })

/** Those of them that move anything. */
const moved = (...lines: Line[]): readonly Line[] => lines.filter(({ amountCents }) => amountCents > 0)

const debtPaid = (account: string, amountCents: number): Line => line(walletOf(account), owedOf(account), amountCents)

/** The stake is held by the bet: what is returned of it goes back, the house adds the win or keeps the rest. */
function settled(account: string, { bet, stakeCents, returnCents, owedPaidCents }: BetSettled): readonly Line[] {
  const wallet = walletOf(account)
  return moved(
    line(heldOf(bet), wallet, Math.min(stakeCents, returnCents)),
    line('house:profit', wallet, returnCents - stakeCents),
    line(heldOf(bet), 'house:profit', stakeCents - returnCents),
    debtPaid(account, owedPaidCents),
  )
}

function received(account: string, { transfer, into, amountCents, owedPaidCents, forwarded }: TransferReceived) {
  return moved(
    line(transitOf(transfer), purseOf(account, into), amountCents),
    line(floatOf(account), 'treasury', forwarded ? amountCents : 0),
    debtPaid(account, owedPaidCents),
  )
}
