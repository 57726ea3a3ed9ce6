// Sentences about how requests to the admins ended.
import { euros, say, strong, type Tell } from './sentence.ts'

/** By kind; a kind that only newer code knows is shown by its key. */
const ASKED: ReadonlyMap<string, string> = new Map([
  ['deposit', 'a deposit'],
  ['pay-out', 'a pay-out'],
  ['password', 'a new password'],
  ['closing', 'the closing of the account'],
])

const OUTCOMES = { done: 'done', declined: 'declined', withdrawn: 'taken back' } as const

export const RequestEnded: Tell<'RequestEnded'> = ({ data: { kind, amountCents, outcome }, who, on }) => {
  const asked = strong(`${ASKED.get(kind) ?? kind}${amountCents === undefined ? '' : ` of ${euros(amountCents)}`}`)
  const what =
    outcome === 'withdrawn'
      ? say`${on} ${strong('took back')} the request for ${asked}`
      : outcome === 'declined'
        ? say`${who} ${strong('declined')} the request of ${on} for ${asked}`
        : say`${who} marked the request of ${on} for ${asked} as ${strong('done')}`
  return { what, change: ['waiting', OUTCOMES[outcome]] }
}
