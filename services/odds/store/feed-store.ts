// Everything of the feed that is stored: prices with their seals, pinned bookmakers, scores, polls, which ids belong to
// which fixtures, doubtful pairs, and the notices about them.
import type pg from 'pg'
import { createFixturePairs, type FixturePairs } from '../identity/fixture-pairs.ts'
import { createListings, type Listings } from '../identity/listings.ts'
import { createPollClaims, type PollClaims } from '../polling/poll-claims.ts'
import type { FeedRecorder } from '../port.ts'
import { type BoardNotice, createBoardNotice } from '../quotes/board-notice.ts'
import { type BookmakerPins, createBookmakerPins } from '../quotes/bookmaker-pins.ts'
import { createQuoteWriter, type QuoteWriter } from '../quotes/quote-writer.ts'
import { createEarlyScores, type EarlyScores } from '../results/early-scores.ts'
import { createScoreStore, type ScoreStore } from '../results/score-store.ts'
import { createQuoteSeals, type QuoteSeals } from '../seals/quote-seals.ts'
import { createMeantPrices, type MeantPrices } from '../suspension/meant-prices.ts'
import { createSuspensions, type Suspensions } from '../suspension/suspensions.ts'

export type FeedStore = QuoteSeals &
  QuoteWriter &
  Suspensions &
  MeantPrices &
  BookmakerPins &
  ScoreStore &
  EarlyScores &
  PollClaims &
  BoardNotice &
  Listings &
  FixturePairs

export const createFeedStore = (pool: pg.Pool, feeds: FeedRecorder): FeedStore => ({
  ...createQuoteSeals(pool, feeds),
  ...createQuoteWriter(pool),
  ...createSuspensions(pool),
  ...createMeantPrices(pool),
  ...createBookmakerPins(pool),
  ...createScoreStore(pool),
  ...createEarlyScores(pool),
  ...createPollClaims(pool),
  ...createBoardNotice(pool),
  ...createListings(pool),
  ...createFixturePairs(pool),
})
