// The end of a bet: its return is worked out anew from the events that the settlement names.
import { nameOf } from '../book/accounts.ts'
import type { LegSettled } from '../events/shapes.ts'
import type { Judged, Judging, OpenBet } from '../state.ts'
import { accountOf } from './accounts.ts'
import { endingOf } from './fixtures.ts'
import { judgeBet, judgeLeg } from './grading.ts'
import { payOwed } from './money.ts'

/** The open bet that an event ends, which is open no longer; null where there is none. */
function closeBet(event: Judged<'BetSettled' | 'BetVoided'>): OpenBet | null {
  const { data, place, findings, state, subject } = event
  const account = accountOf(event)
  const bet = state.openBets.get(data.bet)
  if (bet === undefined) {
    findings.at(place, 'bet_unknown', 'an open bet', data.bet, subject)
    return null
  }
  if (bet.account !== account) {
    findings.at(place, 'bet_of_another', bet.account.id, subject, subject)
    return null
  }
  if (data.stakeCents !== bet.stakeCents) {
    findings.at(place, 'stake_mismatch', bet.stakeCents, data.stakeCents, subject)
  }
  state.openBets.delete(data.bet)
  state.openStakesCents -= bet.stakeCents
  state.betsSettled += 1
  return bet
}

export function settleBet(event: Judged<'BetSettled'>): OpenBet | null {
  const { data, state } = event
  const bet = closeBet(event)
  if (bet === null) return null
  checkSettlement(event, bet)
  const { stakeCents, returnCents, outcome } = data
  const { book } = state
  const { account } = bet
  if (returnCents >= stakeCents) {
    book.post(bet, account.wallet, stakeCents)
    book.post(book.profit, account.wallet, returnCents - stakeCents)
  } else {
    book.post(bet, account.wallet, returnCents)
    book.post(bet, book.profit, stakeCents - returnCents)
  }
  payOwed(event, account, returnCents, data.owedPaidCents)
  closeBooks(event, bet)
  state.profitCents += stakeCents - returnCents
  if (outcome === 'refunded') refund(bet)
  else countSettled(bet, returnCents, outcome === 'won')
  return bet
}

export function voidBet(event: Judged<'BetVoided'>): OpenBet | null {
  const bet = closeBet(event)
  if (bet === null) return null
  const { stakeCents, owedPaidCents } = event.data
  event.state.book.post(bet, bet.account.wallet, stakeCents)
  payOwed(event, bet.account, stakeCents, owedPaidCents)
  closeBooks(event, bet)
  refund(bet)
  return bet
}

/** Nothing is held for a bet that is over. */
function closeBooks({ place, findings }: Judging, bet: OpenBet): void {
  if (bet.cents !== 0) findings.at(place, 'books_unbalanced', 0, bet.cents, nameOf(bet))
}

function refund({ account, stakeCents }: OpenBet): void {
  const sums = account.bets!
  sums.placed -= 1
  sums.open -= 1
  sums.stakeCents -= stakeCents
}

function countSettled({ account, stakeCents }: OpenBet, returnCents: number, won: boolean): void {
  const sums = account.bets!
  sums.open -= 1
  sums.profitCents += returnCents - stakeCents
  if (won) sums.winningsCents += returnCents
}

/** `atEnd`: a result that is not in the log by now is in none. */
function checkSettlement(event: Judged<'BetSettled'>, bet: OpenBet, atEnd = false): void {
  const { data, place, findings, state, subject } = event
  const wrong = (code: 'leg_mismatch' | 'result_unknown' | 'grade_mismatch', expected: string, leg: LegSettled) =>
    findings.at(place, code, expected, leg, subject)
  if (!legsComplete(event, bet)) return
  const verdicts = []
  for (const leg of data.legs) {
    const placed = bet.legs[leg.leg]!
    if (placed.fixture !== leg.fixture) {
      wrong('leg_mismatch', `leg ${leg.leg} on fixture ${placed.fixture}`, leg)
      return
    }
    const ending = endingOf(state, leg.fixture, leg.result)
    if (ending === undefined) {
      if (atEnd) wrong('result_unknown', `a result or abandonment at fixture-${leg.fixture}@${leg.result}`, leg)
      else state.later.push(() => checkSettlement(event, bet, true))
      return
    }
    const verdict = judgeLeg(placed, bet.placedAt, ending)
    if (verdict.grade !== leg.grade || verdict.voidReason !== leg.voidReason || verdict.factor !== leg.factor) {
      wrong('grade_mismatch', JSON.stringify(verdict), leg)
    }
    verdicts.push(verdict)
  }
  const due = judgeBet(bet.stakeCents, verdicts)
  if (data.outcome !== due.outcome) findings.at(place, 'outcome_mismatch', due.outcome, data.outcome, subject)
  if (data.returnCents !== due.returnCents) {
    findings.at(place, 'return_mismatch', due.returnCents, data.returnCents, subject)
  }
}

/** All legs counted, each once and in order; or, where one lost leg decides, lost ones alone. */
function legsComplete({ data, place, findings, subject }: Judged<'BetSettled'>, bet: OpenBet): boolean {
  let before = -1
  for (const { leg } of data.legs) {
    if (leg <= before || leg >= bet.legs.length) {
      findings.at(place, 'leg_mismatch', `legs 0 to ${bet.legs.length - 1}, in order`, data.legs, subject)
      return false
    }
    before = leg
  }
  const some = data.legs.length < bet.legs.length
  if (some && data.legs.some(({ grade }) => grade !== 'lost')) {
    findings.at(place, 'legs_incomplete', `${bet.legs.length} legs, or lost ones alone`, data.legs, subject)
  }
  return true
}
