// The fold of an account: what each event changes. It changes the state it is given, since an account may have 100,000 open
// bets, and none is copied for one more.
import type { Recorded } from '../aggregate.ts'
import type { BetPlaced, BetSettled } from '../bet/bet-events.ts'
import { rememberCommand } from '../command-memory.ts'
import { RESETTLEMENT_WINDOW_MS } from '../limits.ts'
import { prune } from '../prune.ts'
import type { AccountEvent } from './events.ts'
import type { AccountState, SettledBet } from './state.ts'
import { balanceCents } from './state.ts'

export type RecordedAccountEvent = Recorded<AccountEvent>

/** Folds one event of the account's stream. Throws on a type or version it does not know. */
export function evolveAccount(state: AccountState, event: RecordedAccountEvent): void {
  apply(state, event)
  rememberCommand(state, event, balanceCents(state))
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
