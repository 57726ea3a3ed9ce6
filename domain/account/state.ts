// An account as its stream tells it: who it is, what it holds, its bets, and what it remembers.
// `evolveAccount` changes the state it is given: an account may have 100,000 open bets, and none is copied for one more.
import type { CommandMeta } from '../commands.ts'
import { type CommandMemory, noCommands, PRUNE_STEP, prune, RESETTLEMENT_WINDOW_MS, remember } from '../remembered.ts'
import type { StruckLeg } from '../settlement/grade.ts'
import type { BalanceKind } from '../values.ts'
import type { AccountEvent, AccountOpened, BetOutcome, BetPlaced, BetSettled } from './events.ts'

/** An event as stored, read back. */
export type RecordedAccountEvent = AccountEvent & { readonly meta: CommandMeta; readonly version: number }

/** What of a bet is needed to settle it. */
export type OpenBet = {
  readonly stakeCents: number
  readonly placedAt: string
  readonly potentialReturnCents: number
  readonly legs: readonly StruckLeg[]
}

/** Kept for 72 hours of business time, in which its result may still be corrected. */
export type SettledBet = OpenBet & {
  readonly settledAt: string
  /** Null where it was voided by hand. */
  readonly settlement: {
    readonly outcome: BetOutcome
    readonly returnCents: number
    /** The outcomes that it went by: fixture, and version on the fixture's stream. */
    readonly results: readonly { readonly fixture: string; readonly result: number }[]
  } | null
}

export type SentTransfer = {
  readonly from: BalanceKind
  readonly to: string
  readonly amountCents: number
  returned: boolean
}

export type AccountState = CommandMemory & {
  readonly id: string
  opened: AccountOpened | null
  blocked: boolean
  /** Commitment of the password since its last change; undefined while it is the one of the opening. */
  changedPassword: string | undefined
  walletCents: number
  floatCents: number
  /** A debt, 0 or more; every credit to the wallet pays it first. */
  owedCents: number
  /** Open bets, by id. */
  readonly bets: Map<string, OpenBet>
  readonly settled: Map<string, SettledBet>
  /** Kept for ever: a transfer may come back, or arrive again, after any time. */
  readonly sent: Map<string, SentTransfer>
  readonly received: Set<string>
  pruneSettledAt: number
}

export const initialAccount = (id: string): AccountState => ({
  id,
  opened: null,
  blocked: false,
  changedPassword: undefined,
  walletCents: 0,
  floatCents: 0,
  owedCents: 0,
  bets: new Map(),
  settled: new Map(),
  sent: new Map(),
  received: new Set(),
  pruneSettledAt: PRUNE_STEP,
  ...noCommands(),
})

/** A bettor's wallet, or an admin's float. */
export const balanceCents = (state: AccountState): number =>
  state.opened === null || state.opened.role === 'user' ? state.walletCents : state.floatCents

/** Commitment of the password in force; null where the account is not opened. */
export const passwordOf = ({ opened, changedPassword }: AccountState): string | null =>
  changedPassword ?? opened?.password ?? null

/** Rough memory of a state in bytes, in constant time, for caches that are bounded by it. */
export const accountBytes = (state: AccountState): number =>
  1_000 +
  state.commands.size * 300 +
  state.bets.size * 600 +
  state.settled.size * 900 +
  state.sent.size * 250 +
  state.received.size * 100

/** Folds one event of the account's stream. Throws on a type or version it does not know. */
export function evolveAccount(state: AccountState, event: RecordedAccountEvent): void {
  apply(state, event)
  remember(state, event, balanceCents(state))
}

function apply(state: AccountState, event: RecordedAccountEvent): void {
  switch (event.type) {
    case 'BetPlaced':
      place(state, event.data, event.meta.at)
      break
    case 'BetSettled':
      settle(state, event.data, event.meta.at)
      break
    case 'BetVoided':
      close(state, event.data.bet, event.meta.at, null)
      credit(state, event.data.stakeCents, event.data.owedPaidCents)
      break
    case 'AccountOpened':
      state.opened = event.data
      break
    case 'WelcomeGranted':
      credit(state, event.data.amountCents, 0)
      break
    case 'FloatSet':
      state.floatCents = event.data.afterCents
      break
    case 'TransferSent': {
      const { transfer, from, to, amountCents } = event.data
      if (from === 'wallet') state.walletCents -= amountCents
      else state.floatCents -= amountCents
      state.sent.set(transfer, { from, to, amountCents, returned: false })
      break
    }
    case 'TransferReceived':
      state.received.add(event.data.transfer)
      if (event.data.into === 'wallet') credit(state, event.data.amountCents, event.data.owedPaidCents)
      else if (!event.data.forwarded) state.floatCents += event.data.amountCents
      break
    case 'TransferReturned':
      state.sent.get(event.data.transfer)!.returned = true
      if (event.data.into === 'wallet') credit(state, event.data.amountCents, event.data.owedPaidCents)
      else state.floatCents += event.data.amountCents
      break
    case 'AccountBlocked':
      state.blocked = true
      break
    case 'AccountUnblocked':
      state.blocked = false
      break
    case 'PasswordChanged':
      state.changedPassword = event.data.password
      break
    default:
      throw new Error(`unknown event on an account: ${JSON.stringify(event satisfies never)}`)
  }
}

function credit(state: AccountState, amountCents: number, owedPaidCents: number): void {
  state.walletCents += amountCents - owedPaidCents
  state.owedCents -= owedPaidCents
}

function place(state: AccountState, data: BetPlaced, placedAt: string): void {
  state.walletCents -= data.stakeCents
  // the quote is evidence and stays in the event: the state keeps what settles the bet
  const legs = data.legs.map(({ fixture, selection, drawOffered, odds }) => ({ fixture, selection, drawOffered, odds }))
  const { stakeCents, potentialReturnCents } = data
  state.bets.set(data.bet, { stakeCents, placedAt, potentialReturnCents, legs })
}

function settle(state: AccountState, data: BetSettled, settledAt: string): void {
  const results = data.legs.map(({ fixture, result }) => ({ fixture, result }))
  close(state, data.bet, settledAt, { outcome: data.outcome, returnCents: data.returnCents, results })
  credit(state, data.returnCents, data.owedPaidCents)
}

const timeOfSettlement = (bet: SettledBet): string => bet.settledAt

function close(state: AccountState, id: string, settledAt: string, settlement: SettledBet['settlement']): void {
  const bet = state.bets.get(id)!
  state.bets.delete(id)
  state.settled.set(id, { ...bet, settledAt, settlement })
  if (state.settled.size >= state.pruneSettledAt) {
    state.pruneSettledAt = prune(state.settled, settledAt, RESETTLEMENT_WINDOW_MS, 0, timeOfSettlement)
  }
}
