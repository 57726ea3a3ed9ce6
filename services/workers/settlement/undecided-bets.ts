// Remembers bets that their games' outcomes left open: the same outcomes would leave them open again, and every sweep
// finds them. Otherwise a weekend of parlays that wait for their last games would be decided anew every minute.
import { type FixtureOutcome, newestVersion } from '#domain/fixture/fixture-outcome.ts'
import type { BetOnFixture } from '#projections/settlement/queries.ts'

export type UndecidedBets = {
  /** Whether exactly these outcomes left it open. */
  has(bet: BetOnFixture, by: readonly FixtureOutcome[]): boolean
  add(bet: BetOnFixture, by: readonly FixtureOutcome[]): void
}

/** Some ten megabytes. Beyond that, the oldest are decided anew. */
const MAX_BETS = 50_000

export function createUndecidedBets(maxBets = MAX_BETS): UndecidedBets {
  const byBet = new Map<string, string>()
  return {
    has: (bet, by) => byBet.get(bet.bet) === outcomesOf(bet, by),
    add(bet, by) {
      byBet.delete(bet.bet)
      byBet.set(bet.bet, outcomesOf(bet, by))
      for (const [oldest] of byBet) {
        if (byBet.size <= maxBets) return
        byBet.delete(oldest)
      }
    },
  }
}

/** For each of its games, the newest event that the outcome follows from. */
function outcomesOf({ fixtures }: BetOnFixture, by: readonly FixtureOutcome[]): string {
  const versions = new Map(by.map((outcome) => [outcome.fixture, newestVersion(outcome)]))
  return fixtures
    .toSorted()
    .map((fixture) => versions.get(fixture) ?? '-')
    .join(' ')
}
