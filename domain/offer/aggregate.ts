// The offer as an aggregate: hidden leagues and games of the day. A log has one.
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
