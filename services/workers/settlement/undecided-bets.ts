// Bets that their games' outcomes left open: the same outcomes leave them open again, and every sweep finds them. A weekend of parlays
// that wait for their last games would else be decided on minute by minute.
import { type FixtureOutcome, newestVersion } from '#domain/fixture/fixture-outcome.ts'
import type { BetOnFixture } from '#projections/settlement/queries.ts'

export type UndecidedBets = {
  /** Whether these very outcomes left it open. */
  has(bet: BetOnFixture, by: readonly FixtureOutcome[]): boolean
  add(bet: BetOnFixture, by: readonly FixtureOutcome[]): void
}

/** Some ten megabytes. Of more the oldest are decided on again. */
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

/** The newest event that each of its games' outcomes follows from. */
function outcomesOf({ fixtures }: BetOnFixture, by: readonly FixtureOutcome[]): string {
  const versions = new Map(by.map((outcome) => [outcome.fixture, newestVersion(outcome)]))
  return fixtures
    .toSorted()
    .map((fixture) => versions.get(fixture) ?? '-')
    .join(' ')
}
