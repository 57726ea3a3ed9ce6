// How a fixture ended, as settlement needs it: read off the fixture's stream, given to SettleBet.
import type { AbandonReason } from '../fixture/events.ts'

type Ended = {
  readonly fixture: string
  /** Version on the fixture's stream of the event that decided it. */
  readonly version: number
  /** From here on no bet stands. */
  readonly closedAt: string
}

export type FixtureOutcome =
  | (Ended & { readonly kind: 'result'; readonly home: number; readonly away: number })
  | (Ended & { readonly kind: 'abandoned'; readonly why: AbandonReason })
