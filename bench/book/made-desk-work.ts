// Texts and requests of a made book: reasons, notes about bettors, and what bettors ask for.
import type { SeededRandom } from '#projections/testing/seeded-random.ts'
import { type MadeText, someText } from './made-people.ts'

const ABOUT = [
  ...[
    'a stake far above the usual',
    'three accounts at one address',
    'a late price',
    'the same slip as another account',
  ],
  ...['a question about the rules', 'a passport that is not readable', 'a bank transfer that came twice'],
]
const DONE = [
  ...['called back', 'asked for a document', 'looked at the bets of a week', 'agreed with the customer'],
  ...['passed on to the late shift', 'nothing to object to', 'refused once before'],
]
const WISHES = ['as soon as you can, please', 'for the weekend', 'by bank transfer', 'as last month']

/** As an admin types it; varied enough not to repeat in a long book. */
export const someWords = (random: SeededRandom): string =>
  `${random.one(ABOUT)}, ${random.one(DONE)} (ticket ${10_000 + random.below(90_000)})`

export type MadeNote = MadeText & { readonly account: string; readonly command: string }

export type MadeRequest = {
  readonly id: string
  readonly account: string
  readonly command: string
  readonly kind: 'deposit' | 'pay-out'
  readonly amountCents: number
  readonly note: MadeText
  readonly state: 'open' | 'done' | 'declined'
  /** The commitment to the answer; null without one. */
  readonly reason: string | null
  /** The admin; null while it is open, as is `decidedAt`. Times are RFC 3339. */
  readonly decidedBy: string | null
  readonly requestedAt: string
  readonly decidedAt: string | null
}

/** An open request, filed within the hour before `now` (Unix milliseconds). */
export const someRequest = (random: SeededRandom, account: string, now: number): MadeRequest => ({
  ...{ id: random.id(), account, command: random.id(), kind: random.one(['deposit', 'pay-out'] as const) },
  ...{ amountCents: 10_00 + random.below(490_00), note: someText(random, random.one(WISHES)) },
  ...{ state: 'open', reason: null, decidedBy: null, decidedAt: null },
  requestedAt: new Date(now - random.below(3_600_000)).toISOString(),
})
