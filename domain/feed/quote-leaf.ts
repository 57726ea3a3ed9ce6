// The published part of a quote: a leaf of the batch is SHA-256 over a zero byte and the canonical JSON of this.
import type { Quote } from '../bet/bet-events.ts'

/**
 * The fields of a leg that say what was offered. `fetchedAt` is not among them, because a poll that changes nothing
 * confirms a price.
 */
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

/** Exactly these fields of a quote, without those that it does not have. */
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
