// Checks how bets end: settled, voided, or settled again.
import { nameOf } from '../book/book.ts'
import type { EventData, LegSettled } from '../events/payloads.ts'
import type { Account, OpenBet } from '../replay/entities.ts'
import { askedFor, type CheckContext, type EventCheck } from '../replay/event-check.ts'
import { listOpen, unlistOpen } from '../replay/open-bets.ts'
import { RESETTLEMENT_WINDOW_MS } from '../replay/settled-bets.ts'
import { accountOf } from './accounts.ts'
import { payOwed } from './balances.ts'
import { checkAlone } from './desk/authority.ts'
import { addReturn } from './play/sums.ts'
import { checkResettler, checkSettler, checkVoider } from './settlement/by-hand.ts'
import { countCorrected } from './settlement/corrected.ts'
import { checkReopened } from './settlement/in-force.ts'
import { checkRuleVersion, checkSettlement } from './settlement-check.ts'

/** Closes the open bet that an event names; null if there is none, which is reported. */
function closeBet(event: EventCheck<'BetSettled' | 'BetVoided'>): OpenBet | null {
  const { data, place, findings, state, subject } = event
  const account = accountOf(event)
  const bet = state.openBets.get(data.bet)
  if (bet === undefined) {
    findings.at(place, 'bet_unknown', 'an open bet', data.bet, subject)
    return null
  }
  if (bet.bettor !== account?.id) {
    findings.at(place, 'bet_of_another', bet.bettor, subject, subject)
    return null
  }
  if (data.stakeCents !== bet.stakeCents) {
    findings.at(place, 'stake_mismatch', bet.stakeCents, data.stakeCents, subject)
  }
  state.openBets.delete(data.bet)
  unlistOpen(state, bet)
  state.openStakesCents -= bet.stakeCents
  state.betsSettled += 1
  return bet
}

export function settleBet(event: EventCheck<'BetSettled'>): OpenBet | null {
  const bet = closeBet(event)
  if (bet === null) return null
  checkSettler(event)
  checkRuleVersion(event, event.data)
  checkSettlement(event, bet, event.data)
  pay(event, bet, event.data)
  remember(event, bet, event.data, event.data.legs)
  return bet
}

export function voidBet(event: EventCheck<'BetVoided'>): OpenBet | null {
  const bet = closeBet(event)
  if (bet === null) return null
  checkVoider(event, bet)
  checkAlone(event, movedAlone(event, bet, bet.stakeCents))
  const refund = { returnCents: bet.stakeCents, owedPaidCents: event.data.owedPaidCents }
  pay(event, bet, refund)
  remember(event, bet, refund, [])
  return bet
}

type Payment = { readonly returnCents: number; readonly owedPaidCents: number }

/** Posts what a settlement pays, and counts it. */
function pay(event: CheckContext, bet: OpenBet, { returnCents, owedPaidCents }: Payment): void {
  const { state } = event
  const { book } = state
  const { stakeCents } = bet
  const account = bettorOf(event, bet)
  if (returnCents >= stakeCents) {
    book.post(bet, account.wallet, stakeCents)
    book.post(book.profit, account.wallet, returnCents - stakeCents)
  } else {
    book.post(bet, account.wallet, returnCents)
    book.post(bet, book.profit, stakeCents - returnCents)
  }
  payOwed(event, account, returnCents, owedPaidCents)
  closeBooks(event, bet)
  state.profitCents += stakeCents - returnCents
  count(account, bet, returnCents, 1)
}

const bettorOf = ({ state }: CheckContext, { bettor }: OpenBet): Account => state.accounts.get(bettor)!

function remember(
  event: CheckContext,
  bet: OpenBet,
  { returnCents, owedPaidCents }: Payment,
  legs: readonly LegSettled[],
): void {
  const { state, meta, place } = event
  const account = bettorOf(event, bet)
  if (meta.at > account.settledAt) account.settledAt = meta.at
  bet.changedAt = meta.recordedAt
  state.settledBets.add({ bet, settledAt: meta.at, version: place.version, returnCents, owedPaidCents, legs })
}

/** Takes back the settlement in force posting by posting, then pays the new one or opens the bet again. */
export function resettleBet(event: EventCheck<'BetResettled'>): OpenBet | null {
  countCorrected(event)
  const { data, meta, place, findings, state, subject } = event
  const account = accountOf(event)
  const settled = state.settledBets.get(data.bet)
  if (settled === undefined || settled.bet.bettor !== account?.id) {
    const expected = settled === undefined ? 'a bet settled within the window' : settled.bet.bettor
    findings.at(place, 'bet_unknown', expected, data.bet, subject)
    return null
  }
  if (Date.parse(meta.at) - Date.parse(settled.settledAt) > RESETTLEMENT_WINDOW_MS) {
    findings.at(place, 'resettlement_late', `within 72 h of ${settled.settledAt}`, meta.at, subject)
  }
  checkResettler(event, settled.legs.length === 0)
  const { bet, version, returnCents, owedPaidCents } = settled
  const inForce = [version, bet.stakeCents, returnCents, owedPaidCents].join(' ')
  const named = [data.replaces, data.stakeCents, data.reversedReturnCents, data.reversedOwedPaidCents].join(' ')
  if (named !== inForce) findings.at(place, 'resettlement_mismatch', inForce, named, subject)
  const { settlement } = data
  const isSame = settlement?.returnCents === returnCents
  checkAlone(event, movedAlone(event, bet, isSame ? 0 : returnCents + (settlement?.returnCents ?? 0)))
  bet.changedAt = meta.recordedAt
  bet.takenBack = { settledAt: settled.settledAt, legs: settled.legs }
  takeBack(event, bet, data)
  if (settlement === null) {
    checkReopened(event, bet)
    return openAgain(event, bet)
  }
  checkRuleVersion(event, settlement)
  if (settlement.legs.length > 0) checkSettlement(event, bet, settlement)
  else if (settlement.returnCents !== bet.stakeCents) {
    findings.at(place, 'return_mismatch', bet.stakeCents, settlement.returnCents, subject)
  }
  pay(event, bet, settlement)
  settled.version = place.version
  settled.returnCents = settlement.returnCents
  settled.owedPaidCents = settlement.owedPaidCents
  settled.legs = settlement.legs
  state.settledBets.list(settled)
  return bet
}

function takeBack(event: CheckContext, bet: OpenBet, data: EventData['BetResettled']): void {
  const { place, findings, state, subject } = event
  const { book } = state
  const { stakeCents } = bet
  const account = bettorOf(event, bet)
  const { reversedReturnCents: paid, reversedOwedPaidCents: owedPaid, shortfallCents } = data
  const lacking = Math.max(0, paid - owedPaid - account.wallet.cents)
  if (shortfallCents !== lacking) findings.at(place, 'owed_mismatch', lacking, shortfallCents, subject)
  book.post(account.owed, account.wallet, shortfallCents)
  book.post(account.owed, account.wallet, owedPaid)
  if (paid >= stakeCents) {
    book.post(account.wallet, book.profit, paid - stakeCents)
    book.post(account.wallet, bet, stakeCents)
  } else {
    book.post(book.profit, bet, stakeCents - paid)
    book.post(account.wallet, bet, paid)
  }
  state.profitCents -= stakeCents - paid
  count(account, bet, paid, -1)
}

function openAgain({ state }: CheckContext, bet: OpenBet): OpenBet {
  state.settledBets.delete(bet.owner)
  state.openBets.set(bet.owner, bet)
  listOpen(state, bet)
  state.openStakesCents += bet.stakeCents
  state.betsSettled -= 1
  return bet
}

/** What a decision on one bet moved; 0 if what it is based on was not known by then: the bet, or its games if it waited. */
const movedAlone =
  (event: CheckContext, { changedAt, legs }: OpenBet, cents: number) =>
  (knownAt: string): number => {
    const games = askedFor(event) === null ? [] : legs.map(({ fixture }) => event.state.fixtures.get(fixture))
    return [changedAt, ...games.map((game) => game?.decided.at(-1)?.recordedAt ?? '')].every((at) => at < knownAt)
      ? cents
      : 0
  }

/** No stake is held for a bet that has ended. */
function closeBooks({ place, findings }: CheckContext, bet: OpenBet): void {
  if (bet.cents !== 0) findings.at(place, 'books_unbalanced', 0, bet.cents, nameOf(bet))
}

/**
 * Counts a settled bet in its bettor's statistics, where refunded bets do not count. `times`: -1 if the settlement is
 * taken back.
 */
function count(account: Account, bet: OpenBet, returnCents: number, times: 1 | -1): void {
  const { stakeCents } = bet
  addReturn(account, bet, returnCents, times)
  const sums = account.bets!
  sums.open -= times
  if (returnCents === stakeCents) {
    sums.placed -= times
    sums.stakeCents -= times * stakeCents
    return
  }
  sums.profitCents += times * (returnCents - stakeCents)
  if (returnCents > stakeCents) sums.winningsCents += times * returnCents
}
