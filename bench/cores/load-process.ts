// A load client in a process of its own: reports that it is ready, places bets as ordered by the only message that it
// receives, and reports the outcome.
import type { Pick } from '#tests/bets.ts'
import { load, type Run } from '../load.ts'
import { placeOnBaseline, placeOnFairbook } from '../place-bet/requests.ts'

export type LoadOrder = {
  readonly subject: 'fairbook' | 'statement'
  readonly origin: string
  readonly clients: number
  readonly seconds: number
  readonly tokens: readonly string[]
  readonly picks: readonly Pick[]
  /** Unique among loads. */
  readonly name: string
}
export type LoadDone = Run

process.once('message', async (message) => {
  const { subject, origin, clients, seconds, tokens, picks, name } = message as LoadOrder
  const next =
    subject === 'fairbook' ? placeOnFairbook(tokens, picks, name) : placeOnBaseline('/statement', tokens.length, picks)
  process.send!((await load(origin, clients, seconds, next)) satisfies LoadDone, () => process.disconnect())
})
process.send!('ready')
