// Sentences about bets.
import type { BetType } from '#projections/audit/listed-types.ts'
import { parlayName } from '../../shown-bet.ts'
import { euros, type Sentence, say, strong, type Tell, type Told } from './sentence.ts'

type About = Pick<Told<BetType>, 'row' | 'known'>

/** 'Athletic Club at 2.30 in Athletic Club vs Getafe', '3-Leg Parlay at 8.12'. */
function betName({ row, known }: About): string {
  const bet = known.bet(row.bet)
  if (bet === undefined) return 'a bet'
  const [leg, ...others] = bet.legs
  if (leg === undefined || others.length > 0) return `${parlayName(bet.legs)} at ${bet.odds}`
  return `${leg.selectionName} at ${bet.odds} in ${known.title(leg.fixture)}`
}

/** If the bet is not known any more, the event's largest amount is used. */
const stakeOf = ({ row, known }: About): string => euros(known.bet(row.bet)?.stakeCents ?? row.amountCents ?? 0)

const STATUS = { pending: 'open', won: 'won', lost: 'lost', refunded: 'refunded' } as const

/** 'won, €21.00 paid' */
const ended = (status: keyof typeof STATUS, returnCents: number | null): string =>
  returnCents === null ? STATUS[status] : `${STATUS[status]}, ${euros(returnCents)} paid`

function change({ row, known }: About): NonNullable<Sentence['change']> {
  const ending = known.ending(row.number)
  if (ending === undefined) return [null, null]
  return [ended(ending.before, ending.returnBefore), ended(ending.status, ending.returnCents)]
}

export const BetPlaced: Tell<'BetPlaced'> = (told) => ({
  what: say`${told.on} bet ${strong(stakeOf(told))} on ${strong(betName(told))}`,
})
export const BetSettled: Tell<'BetSettled'> = (told) => {
  const status = told.known.ending(told.row.number)?.status
  const verb = status === 'won' ? 'won' : status === 'lost' ? 'lost' : 'was refunded'
  return { what: say`${told.on}’s bet of ${stakeOf(told)} on ${betName(told)} ${strong(verb)}`, change: change(told) }
}
export const BetVoided: Tell<'BetVoided'> = (told) => ({
  what: say`${told.who} ${strong('voided')} ${told.on}’s bet of ${stakeOf(told)} on ${betName(told)}`,
  change: change(told),
})
export const BetResettled: Tell<'BetResettled'> = (told) => {
  const verb = strong(told.known.ending(told.row.number)?.status === 'pending' ? 'opened again' : 'settled again')
  const bet = `${told.on}’s bet of ${stakeOf(told)} on ${betName(told)}`
  return {
    what: told.row.role === 'system' ? say`${bet} was ${verb}` : say`${told.who} ${verb} ${bet}`,
    change: change(told),
  }
}
