// The prices of one fixture in a reply of the provider, on their way into the tables.
import type { Seal } from '#domain/bet/bet-events.ts'
import type { Bookmaker } from './bookmaker-pins.ts'
import type { PricedSelection } from './market-prices.ts'
import type { Message } from './message.ts'

export type PricedFixture = {
  readonly fixture: string
  /** As the reply has it. */
  readonly league: string
  readonly bookmaker: Bookmaker | null
  readonly prices: readonly PricedSelection[]
  readonly message: Message
}

/** A price with everything else that was published about it, and where. */
export type SealedSelection = PricedSelection & { readonly drawOffered: boolean; readonly seal: Seal }
export type SealedFixture = Omit<PricedFixture, 'prices'> & { readonly prices: readonly SealedSelection[] }
