// Sentences about what the desk sets and notes about a bettor.
import { euros, say, strong, type Tell } from './sentence.ts'

export const BetCapsSet: Tell<'BetCapsSet'> = ({ data, who, on }) => {
  const caps = [
    ...(data.stakeCents === undefined ? [] : [`stakes to ${euros(data.stakeCents)}`]),
    ...(data.payoutCents === undefined ? [] : [`pay-outs to ${euros(data.payoutCents)}`]),
  ]
  return {
    what: say`${who} set the ${strong('caps')} of ${on}’s bets`,
    change: [null, caps.length === 0 ? 'no caps' : caps.join(', ')],
  }
}
export const NoteAdded: Tell<'NoteAdded'> = ({ who, on }) => ({
  what: say`${who} added a ${strong('note')} about ${on}`,
})
