// What of a quote is published: the leaf of a batch is SHA-256 over a zero byte and the canonical JSON of this.
import type { Quote } from '../bet/bet-events.ts'

/** The fields of a leg that say what was offered. `fetchedAt` is none: a poll that changes nothing confirms a price. */
export type QuoteLeaf = Pick<
  Quote,
  | 'fixture'
  | 'market'
  | 'point'
  | 'selection'
  | 'selectionName'
  | 'drawOffered'
  | 'odds'
  | 'bookmaker'
  | 'quotedAt'
  | 'message'
>

/** The leaf of a quote: these fields and no other, without those that it does not have. */
export const quoteLeaf = ({
  fixture,
  market,
  point,
  selection,
  selectionName,
  drawOffered,
  odds,
  bookmaker,
  quotedAt,
  message,
}: QuoteLeaf): QuoteLeaf => ({
  fixture,
  market,
  ...(point === undefined ? {} : { point }),
  selection,
  selectionName,
  ...(drawOffered === undefined ? {} : { drawOffered }),
  odds,
  bookmaker,
  quotedAt,
  ...(message === undefined ? {} : { message }),
})
