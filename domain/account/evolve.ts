// The fold of an account: what each event changes. It changes the given state in place: an account may have 100,000
// open bets, and copying them for each new one would cost too much.
import type { Recorded } from '../aggregate.ts'
import type { BetPlaced, BetResettled, BetSettled } from '../bet/bet-events.ts'
import { sumAfter } from '../calendar/business-day.ts'
import { rememberCommand } from '../command-memory.ts'
import { closeFloatDay, countFloat, initialFloatDays } from '../float/float-days.ts'
import { foldFourEyes } from '../four-eyes/asked-settlements.ts'
import { countGoodwill, initialGoodwill } from '../goodwill/goodwill-state.ts'
import { RESETTLEMENT_WINDOW_MS } from '../limits.ts'
import { countReturn, countStake, initialPlay, setLimit } from '../play/play-state.ts'
import { prune } from '../prune.ts'
import { struckLeg } from '../settlement/grade-leg.ts'
import type { AccountEvent } from './events.ts'
import { holdsFloat } from './permissions.ts'
import type { AccountState, SettledBet } from './state.ts'
import { balanceCents } from './state.ts'

export type RecordedAccountEvent = Recorded<AccountEvent>

/** Folds one event of the account's stream. Throws on a type or version that it does not know. */
export function evolveAccount(state: AccountState, event: RecordedAccountEvent): void {
  const before = state.floatCents
  apply(state, event)
  const { floatCents: after, floatDays } = state
  if (after !== before && floatDays !== undefined) {
    countFloat(floatDays, { at: event.meta.at, version: event.version, before, after })
  }
  rememberCommand(state, event, balanceCents(state))
}

function apply(state: AccountState, event: RecordedAccountEvent): void {
  switch (event.type) {
    case 'BetPlaced':
      place(state, event.data, event.meta.at)
      break
    case 'BetSettled':
      settle(state, event.data, event)
      break
    case 'BetVoided': {
      const { bet, stakeCents, owedPaidCents } = event.data
      close(state, bet, event, null, stakeCents, owedPaidCents)
      break
    }
    case 'BetResettled':
      resettle(state, event.data, event)
      break
    case 'AccountOpened':
      state.opened = event.data
      if (holdsFloat(event.data)) state.floatDays = initialFloatDays(event.meta.at)
      break
    case 'GoodwillPromised':
      state.goodwill ??= initialGoodwill()
      state.goodwill.known.add(event.data.goodwill)
      countGoodwill(state.goodwill, event.data.amountCents, event.meta.at)
      break
    case 'GoodwillPaid':
      state.goodwill ??= initialGoodwill()
      state.goodwill.known.add(event.data.goodwill)
      credit(state, event.data.amountCents, event.data.owedPaidCents)
      break
    case 'WelcomeGranted':
      credit(state, event.data.amountCents, 0)
      break
    case 'FloatSet':
      state.floatCents = event.data.afterCents
      if (event.data.draw !== undefined) state.draws.add(event.data.draw)
      break
    case 'AdminRemoved':
      state.closed = true
      state.floatCents = 0
      break
    case 'ClosingRequested':
      state.closingSince = event.meta.at
      break
    case 'ClosingCancelled':
      state.closingSince = undefined
      break
    case 'AccountClosed':
      state.closed = true
      break
    case 'PersonalDataErased':
      state.erased = true
      break
    case 'FloatDayClosed':
      closeFloatDay(state.floatDays!, event.data)
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
    case 'EmailChanged':
      state.email = event.data.email
      break
    case 'SecondFactorEnabled':
      state.secondFactor = event.data
      break
    case 'RecoveryCodesRenewed':
      state.secondFactor = { ...state.secondFactor!, ...event.data }
      break
    case 'SecondFactorDisabled':
    case 'SecondFactorRemoved':
      state.secondFactor = undefined
      break
    case 'SessionsEnded':
      // the ledger does not know which sessions exist
      break
    case 'PlayLimitSet':
      state.play ??= initialPlay()
      setLimit(state.play, event.data, event.meta.at)
      break
    case 'BreakTaken':
      state.play ??= initialPlay()
      state.play.break = event.data
      break
    case 'BetCapsSet':
      state.caps = event.data
      break
    case 'NoteAdded':
      state.lastNote = event.data.text
      break
    case 'RequestEnded': {
      const { actor, at, reason } = event.meta
      const { request, outcome } = event.data
      state.endedRequests.set(request, { outcome, by: actor.id, at, reason: reason?.text ?? null })
      break
    }
    case 'SettlementAsked':
    case 'SettlementApproved':
    case 'SettlementDeclined':
      foldFourEyes(state, event)
      break
    case 'AuthorityUsed':
      state.authority = sumAfter(state.authority, event.data.movesCents, event.meta.at)
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
  // the quote is evidence and stays in the event; the state keeps only what settles the bet
  const legs = data.legs.map(struckLeg)
  const { stakeCents, potentialReturnCents } = data
  state.bets.set(data.bet, { stakeCents, placedAt, potentialReturnCents, legs })
  state.play ??= initialPlay()
  countStake(state.play, placedAt, stakeCents)
}

function settle(state: AccountState, data: BetSettled, event: RecordedAccountEvent): void {
  close(state, data.bet, event, settlementOf(data), data.returnCents, data.owedPaidCents)
}

const settlementOf = ({ outcome, legs }: Pick<BetSettled, 'outcome' | 'legs'>): SettledBet['settlement'] => ({
  outcome,
  results: legs.map(({ fixture, result }) => ({ fixture, result })),
})

/** Takes back the settlement in force, turns what the wallet lacks for that into debt, then pays the new settlement. */
function resettle(state: AccountState, data: BetResettled, { version }: RecordedAccountEvent): void {
  const { bet: id, reversedReturnCents, reversedOwedPaidCents, shortfallCents, settlement } = data
  state.walletCents += shortfallCents + reversedOwedPaidCents - reversedReturnCents
  state.owedCents += shortfallCents + reversedOwedPaidCents
  const { settledAt, ...bet } = state.settled.get(id)!
  countReturn(state.play!, bet, reversedReturnCents, -1)
  if (settlement === null) {
    state.settled.delete(id)
    const { stakeCents, placedAt, potentialReturnCents, legs } = bet
    state.bets.set(id, { stakeCents, placedAt, potentialReturnCents, legs })
    return
  }
  const { returnCents: paidCents, owedPaidCents, legs } = settlement
  const inForce = legs.length === 0 ? null : settlementOf(settlement)
  state.settled.set(id, { ...bet, settledAt, version, paidCents, owedPaidCents, settlement: inForce })
  countReturn(state.play!, bet, paidCents, 1)
  credit(state, paidCents, owedPaidCents)
}

const timeOfSettlement = (bet: SettledBet): string => bet.settledAt

function close(
  state: AccountState,
  id: string,
  { version, meta: { at: settledAt } }: RecordedAccountEvent,
  settlement: SettledBet['settlement'],
  paidCents: number,
  owedPaidCents: number,
): void {
  const bet = state.bets.get(id)!
  state.bets.delete(id)
  state.settled.set(id, { ...bet, settledAt, version, paidCents, owedPaidCents, settlement })
  countReturn(state.play!, bet, paidCents, 1)
  credit(state, paidCents, owedPaidCents)
  if (state.settled.size >= state.pruneSettledAt) {
    state.pruneSettledAt = prune(state.settled, settledAt, RESETTLEMENT_WINDOW_MS, 0, timeOfSettlement)
  }
}
