// The prices of one fixture in an answer of the provider, on their way into the tables.
import type { Seal } from '#domain/bet/bet-events.ts'
import type { Bookmaker } from './bookmaker-pins.ts'
import type { PricedSelection } from './market-prices.ts'
import type { Message } from './message.ts'

export type PricedFixture = {
  readonly fixture: string
  /** As the answer has it. */
  readonly league: string
  readonly bookmaker: Bookmaker | null
  readonly prices: readonly PricedSelection[]
  readonly message: Message
}

/** A price with the rest of what was published of it, and where. */
export type SealedSelection = PricedSelection & { readonly drawOffered: boolean; readonly seal: Seal }
export type SealedFixture = Omit<PricedFixture, 'prices'> & { readonly prices: readonly SealedSelection[] }
