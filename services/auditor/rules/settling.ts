// The end of a bet: settled or voided.
import { nameOf } from '../book/book.ts'
import type { OpenBet } from '../replay/entities.ts'
import type { CheckContext, EventCheck } from '../replay/event-check.ts'
import { accountOf } from './accounts.ts'
import { payOwed } from './balances.ts'
import { checkSettlement } from './settlement-check.ts'

/** Closes the open bet of an event; null if there is none. */
function closeBet(event: EventCheck<'BetSettled' | 'BetVoided'>): OpenBet | null {
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

export function settleBet(event: EventCheck<'BetSettled'>): OpenBet | null {
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

export function voidBet(event: EventCheck<'BetVoided'>): OpenBet | null {
  const bet = closeBet(event)
  if (bet === null) return null
  const { stakeCents, owedPaidCents } = event.data
  event.state.book.post(bet, bet.account.wallet, stakeCents)
  payOwed(event, bet.account, stakeCents, owedPaidCents)
  closeBooks(event, bet)
  refund(bet)
  return bet
}

/** No stake is held for a bet that has ended. */
function closeBooks({ place, findings }: CheckContext, bet: OpenBet): void {
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
