// House prices never become stale on the board, so before a bet is struck at one, the fixture's own stream is asked.
import type { Quote } from '#domain/bet/bet-events.ts'
import { voidedIn } from '#domain/fixture/fixture-outcome.ts'
import type { FixtureState } from '#domain/fixture/state.ts'

type Fixtures = { read(fixture: string): Promise<FixtureState> }

const isOpen = (outcome: FixtureState['outcome'], market: string): boolean =>
  outcome === null || (outcome.kind === 'running' && voidedIn(outcome, market) === undefined)

/** Returns the quote if its price is in force on the fixture's stream and the game has not started; null otherwise. */
export async function confirmHousePrice(fixtures: Fixtures, quote: Quote, now: Date): Promise<Quote | null> {
  const { price, startsAt, outcome } = await fixtures.read(quote.fixture)
  const inForce = price !== undefined && price.version === quote.price && isOpen(outcome, quote.market)
  return inForce && startsAt === quote.startsAt && now.toISOString() < startsAt ? quote : null
}
