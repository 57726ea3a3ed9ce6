// Sentences about bets.
import { parlayName } from '../../shown-bet.ts'
import { euros, type Sentence, say, strong, type Tell, type Told } from './sentence.ts'

type BetEvent = 'BetPlaced' | 'BetSettled' | 'BetVoided' | 'BetResettled'

/** 'Athletic Club at 2.30', '3-Leg Parlay at 8.12'. */
function betName({ row, known }: Pick<Told<BetEvent>, 'row' | 'known'>): string {
  const bet = known.bet(row.bet)
  if (bet === undefined) return 'a bet'
  return `${bet.legs.length === 1 ? bet.legs[0]!.selectionName : parlayName(bet.legs)} at ${bet.odds}`
}

const STATUS = { pending: 'open', won: 'won', lost: 'lost', refunded: 'refunded' } as const

function change({ row, known }: Pick<Told<BetEvent>, 'row' | 'known'>): NonNullable<Sentence['change']> {
  const ending = known.ending(row.number)
  return [STATUS[ending?.before ?? 'pending'], ending === undefined ? null : STATUS[ending.status]]
}

export const BetPlaced: Tell<'BetPlaced'> = (told) => {
  const stake = told.known.bet(told.row.bet)?.stakeCents ?? told.row.amountCents ?? 0
  return { what: say`${told.on} placed ${strong(betName(told))} for ${strong(euros(stake))}` }
}
export const BetSettled: Tell<'BetSettled'> = (told) => {
  const ending = told.known.ending(told.row.number)
  const amount = strong(euros(told.row.amountCents ?? 0))
  const verb = ending?.status === 'won' ? 'won' : ending?.status === 'lost' ? 'lost' : 'got back'
  return { what: say`${told.on} ${verb} ${amount} on ${betName(told)}`, change: change(told) }
}
export const BetVoided: Tell<'BetVoided'> = (told) => ({
  what: say`${told.who} ${strong('voided')} ${told.on}’s bet on ${betName(told)}`,
  change: change(told),
})
export const BetResettled: Tell<'BetResettled'> = (told) => ({
  what:
    told.known.ending(told.row.number)?.status === 'pending'
      ? say`${told.on}’s bet on ${betName(told)} ${strong('opened again')}`
      : say`${told.on}’s bet on ${betName(told)} ${strong('settled again')}`,
  change: change(told),
})
