// Seals the prices of a reply before they are stored: what is new or changed is published as one batch of its league,
// and what has not changed keeps its seal. So no bet is struck at a price that the ledger had not committed to.
import type pg from 'pg'
import type { Seal } from '#domain/bet/bet-events.ts'
import { type QuoteLeaf, quoteLeaf } from '#domain/feed/quote-leaf.ts'
import { DAY } from '#services/platform/clock/durations.ts'
import type { FeedRecorder } from '../port.ts'
import type { PricedSelection } from '../quotes/market-prices.ts'
import type { PricedFixture, SealedFixture } from '../quotes/priced-fixture.ts'
import { dayOf, feedIdOf } from './feed-id.ts'
import { publishBatch } from './publish-batch.ts'
import { sealedBatch } from './sealed-batch.ts'
import { readSealedRows, type SealedRow } from './sealed-rows.ts'

export type QuoteSeals = {
  /**
   * The same fixtures with the seal of every price. Throws if a batch is not known to be published: then nothing of the
   * reply may be stored. `fetchedAt`: business time.
   */
  seal(priced: readonly PricedFixture[], fetchedAt: Date): Promise<SealedFixture[]>
}

type Unsealed = {
  readonly price: PricedSelection
  readonly league: string
  readonly leaf: QuoteLeaf
  seal: Seal | null
}

export function createQuoteSeals(pool: pg.Pool, feeds: FeedRecorder): QuoteSeals {
  async function publish(league: string, fetchedAt: Date, quotes: readonly Unsealed[]): Promise<void> {
    const leaves = quotes.map(({ leaf }) => leaf)
    const { feed, command, sealsAt } = sealedBatch(league, fetchedAt, leaves)
    for (const [index, seal] of sealsAt(await publishBatch(feeds, feed, command)).entries()) quotes[index]!.seal = seal
  }

  return {
    async seal(priced, fetchedAt) {
      const ids = priced.map(({ fixture }) => fixture)
      const stored = await readSealedRows(pool, ids)
      const quotes = priced.map((one) => {
        const league = stored.leagueOf(one.fixture) ?? one.league
        const feeds = recentFeeds(league, fetchedAt)
        return leavesOf(one).map(({ price, leaf }): Unsealed => {
          const row = stored.get(one.fixture, price)
          return { price, league, leaf, seal: row !== undefined && stands(row, leaf, feeds) ? row.seal : null }
        })
      })
      const changed = quotes.flat().filter(({ seal }) => seal === null)
      for (const [league, batch] of Map.groupBy(changed, (quote) => quote.league)) {
        await publish(league, fetchedAt, batch)
      }
      return priced.map((one, at) => ({
        ...one,
        prices: quotes[at]!.map(({ price, leaf, seal }) => ({
          ...price,
          drawOffered: leaf.drawOffered === true,
          seal: seal!,
        })),
      }))
    },
  }
}

/** A seal is used on its day and the next, so that nobody has to look for a fresh bet's quotes in old feeds. */
const recentFeeds = (league: string, now: Date): readonly string[] =>
  [now, new Date(now.getTime() - DAY)].map((instant) => feedIdOf(league, dayOf(instant)))

const stands = ({ leaf, seal }: SealedRow, now: QuoteLeaf, feeds: readonly string[]): boolean =>
  feeds.includes(seal.feed) && FIELDS.every((field) => leaf[field] === now[field])

const FIELDS = [
  'selectionName',
  'drawOffered',
  'odds',
  'bookmaker',
  'quotedAt',
  'message',
] as const satisfies (keyof QuoteLeaf)[]

/** What is published about the prices of a fixture. */
function leavesOf({
  fixture,
  bookmaker,
  prices,
  message,
}: PricedFixture): { price: PricedSelection; leaf: QuoteLeaf }[] {
  if (bookmaker === null) return []
  const draw = prices.some(({ market, selection }) => market === 'h2h' && selection === 'draw')
  return prices.map((price) => ({
    price,
    leaf: quoteLeaf({
      fixture,
      market: price.market,
      ...(price.point === '' ? {} : { point: price.point }),
      selection: price.selection,
      selectionName: price.name,
      ...(draw && price.market === 'h2h' ? { drawOffered: true } : {}),
      odds: price.odds,
      bookmaker: bookmaker.key,
      quotedAt: price.quotedAt.toISOString(),
      message: message.hash,
    }),
  }))
}
