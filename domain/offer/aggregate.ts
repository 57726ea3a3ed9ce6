// What the house offers as an aggregate; there is one in a log.
import type { Aggregate } from '../aggregate.ts'
import type { OfferCommand } from './commands.ts'
import { decideOffer } from './decide.ts'
import { type OfferEvent, offerStream } from './events.ts'
import { evolveOffer, initialOffer, type OfferState, offerBytes } from './state.ts'

export const offerAggregate: Aggregate<OfferState, OfferCommand, OfferEvent> = {
  stream: offerStream,
  initial: initialOffer,
  evolve: evolveOffer,
  decide: decideOffer,
  balanceCents: () => 0,
  bytes: offerBytes,
}
