// Checks caps on a bettor's bets: admins set them, and no bet was accepted above one.
import type { Account, BetCaps } from '../../replay/entities.ts'
import type { EventCheck } from '../../replay/event-check.ts'
import { accountOf } from '../accounts.ts'
import { checkNotErased } from '../personal/erasures.ts'

export function setBetCaps(event: EventCheck<'BetCapsSet'>): void {
  const { data, place, subject, findings } = event
  const account = customerOf(event)
  if (account === null) return
  const caps = { stake: data.stakeCents ?? null, payout: data.payoutCents ?? null }
  if (caps.stake === account.caps.stake && caps.payout === account.caps.payout) {
    findings.at(place, 'bet_caps_repeated', 'other caps', `${caps.stake} ${caps.payout}`, subject)
  }
  account.caps = caps
}

/**
 * The account that the desk does something about. Reports it if the actor is not an admin, or the account not a
 * bettor's.
 */
export function customerOf(event: EventCheck<'BetCapsSet' | 'NoteAdded'>): Account | null {
  const { meta, place, subject, findings } = event
  const account = accountOf(event)
  if (account === null) return null
  if (meta.actor.role !== 'admin' && meta.actor.role !== 'super-admin') {
    findings.at(place, 'actor_implausible', 'an admin', meta.actor.role, meta.actor.id)
  }
  if (account.role !== 'user') findings.at(place, 'actor_implausible', 'about a bettor', account.role, subject)
  checkNotErased(event, account)
  return account
}

/** The caps in force as a bet has to name them. */
export const namedCaps = ({
  stake,
  payout,
}: BetCaps): readonly { readonly limit: string; readonly value: number }[] => [
  ...(stake === null ? [] : [{ limit: 'bet-stake', value: stake }]),
  ...(payout === null ? [] : [{ limit: 'bet-payout', value: payout }]),
]

export function checkCaps({ data, place, subject, findings }: EventCheck<'BetPlaced'>, { caps }: Account): void {
  const { stakeCents, potentialReturnCents } = data
  if (caps.stake !== null && stakeCents > caps.stake) {
    findings.at(place, 'bet_above_cap', `a stake of at most ${caps.stake}`, stakeCents, subject)
  }
  if (caps.payout !== null && potentialReturnCents > caps.payout) {
    findings.at(place, 'bet_above_cap', `a return of at most ${caps.payout}`, potentialReturnCents, subject)
  }
}
