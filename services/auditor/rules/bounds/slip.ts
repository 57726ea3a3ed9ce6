// The bounds of a slip: stake, potential return, number of legs. A bet states the limits under which it was accepted.
// It is checked against these, and against those of the product that no setting changes.
import { type EventCheck, justBefore } from '../../replay/event-check.ts'

export const LEAST_STAKE_CENTS = 10
const MOST_LEGS = 20

/** Milliseconds of business time: two games of the same teams start further apart. */
const ONE_GAME_MS = 3 * 3_600_000

export function checkSlip(event: EventCheck<'BetPlaced'>): void {
  const { data, place, findings, subject } = event
  const { legs, limits, stakeCents } = data
  const [stated, known] = [limits, { minStakeCents: LEAST_STAKE_CENTS, maxLegs: MOST_LEGS }].map(
    ({ minStakeCents, maxLegs }) => `a stake of at least ${minStakeCents}, at most ${maxLegs} legs`,
  )
  if (stated !== known) findings.at(place, 'limits_misstated', known, stated, subject)
  const least = Math.max(limits.minStakeCents, LEAST_STAKE_CENTS)
  if (stakeCents < least) findings.at(place, 'stake_below_limit', `at least ${least}`, stakeCents, subject)
  if (data.potentialReturnCents > limits.maxPayoutCents) {
    findings.at(place, 'payout_above_limit', `at most ${limits.maxPayoutCents}`, data.potentialReturnCents, subject)
  }
  if (legs.length > limits.maxLegs) {
    findings.at(place, 'legs_above_limit', `at most ${limits.maxLegs}`, legs.length, subject)
  }
  if (legs.length > 1 && new Set(legs.map(({ fixture }) => fixture)).size < legs.length) {
    findings.at(place, 'fixture_twice', 'one leg a fixture', legs.map(({ fixture }) => fixture).join(' '), subject)
  }
  if (legs.length > 1) checkGames(event)
}

/**
 * The provider may list a game under two ids for a while: those of the same teams that start at about the same time are
 * one. Bets of before there were rules of the desk were not compared, and those just after a game was moved may not
 * have been.
 */
function checkGames({ data, meta, place, findings, subject, state }: EventCheck<'BetPlaced'>): void {
  if (state.desk.rules.length === 0) return
  const known = justBefore(meta.recordedAt)
  const games: { readonly fixture: string; readonly teams: string; readonly start: number }[] = []
  for (const { fixture, startsAt } of data.legs) {
    const game = state.fixtures.peek(fixture)
    if (game === undefined || game.starts.at(-1)!.recordedAt >= known) continue
    const teams = [game.league, ...[game.home, game.away].toSorted()].join(' ')
    const start = Date.parse(startsAt)
    const same = games.find((one) => one.teams === teams && Math.abs(one.start - start) < ONE_GAME_MS)
    if (same !== undefined && same.fixture !== fixture) {
      findings.at(place, 'fixture_twice', 'one leg a game', `${same.fixture} ${fixture}`, subject)
    }
    games.push({ fixture, teams, start })
  }
}
