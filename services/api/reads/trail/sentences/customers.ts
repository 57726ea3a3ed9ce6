// Sentences about caps on a bettor's bets, and notes.
import type { DetailOf } from '../event-detail.ts'
import { euros, say, strong, type Tell } from './sentence.ts'

function capsText(caps: DetailOf<'BetCapsSet'> | undefined): string {
  const parts = [
    ...(caps?.stakeCents === undefined ? [] : [`stakes up to ${euros(caps.stakeCents)}`]),
    ...(caps?.payoutCents === undefined ? [] : [`payouts up to ${euros(caps.payoutCents)}`]),
  ]
  return parts.length === 0 ? 'no caps' : parts.join(', ')
}

export const BetCapsSet: Tell<'BetCapsSet'> = ({ row, data, who, on, known }) => ({
  what: say`${who} set the ${strong('caps')} on the bets of ${on}`,
  change: [capsText(known.replaced<'BetCapsSet'>(row)?.data), capsText(data)],
})
export const NoteAdded: Tell<'NoteAdded'> = ({ data, who, on, known }) => ({
  what: say`${who} added a ${strong('note')} about ${on}`,
  change: [null, known.note(data.text) ?? '(erased)'],
})
