// What a decision on an event does to each bet on it: graded by the domain's own rules, as the settler will.
import { isSettledBy } from '#domain/bet/settle-bet.ts'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { returnCents as potentialCents } from '#domain/odds.ts'
import { mostReturnCents, settleBet } from '#domain/settlement/bet-settlement.ts'
import { gradeLeg } from '#domain/settlement/grade-leg.ts'
import { outcomesOf } from '#projections/fixtures/queries.ts'
import { windowStart } from '#projections/settlement/resettlement-window.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { type BetOnEvent, MAX_BETS, openBetsOn, settledBetsOn, struckLegs } from './bets-on-fixture.ts'

type Status = BetOnEvent['status']

/**
 * `before`, `after`: cents that it returned and will return; null while it is open. `mayReturn`: of one that stays open though the
 * decision changes what its leg counts, what it was placed to return; and the most that it might return before and may after.
 */
export type MovedBet = {
  readonly row: Pick<BetOnEvent, 'bet' | 'account' | 'stakeCents' | 'odds' | 'legs'>
  readonly statusBefore: Status
  readonly statusAfter: Status
  readonly before: number | null
  readonly after: number | null
  readonly mayReturn?: number
  readonly most?: { readonly before: number; readonly after: number }
}

/** `complete`: false where there are more than are looked at. */
export type Moved = { readonly bets: readonly MovedBet[]; readonly complete: boolean }

export type DecisionOn = {
  readonly fixture: string
  readonly before: FixtureOutcome | null
  readonly after: FixtureOutcome
  /** Of the event; settled bets that named an older one are settled again. Null: none are, as after a decision about a market. */
  readonly replaces: number | null
  readonly now: string
}

/** Open bets that still wait are among them; settled ones only where they are settled again. */
export async function movedBets(db: Queries, decision: DecisionOn): Promise<Moved> {
  const { fixture, after, replaces, now } = decision
  const outcomes = new Map<string, FixtureOutcome>([[fixture, after]])
  const known = new Set([fixture])
  const bets: MovedBet[] = []
  let complete = true

  async function learn(page: readonly BetOnEvent[]): Promise<void> {
    const missing = new Set(page.flatMap(({ legs }) => legs.map((leg) => leg.fixture)).filter((id) => !known.has(id)))
    if (missing.size === 0) return
    for (const id of missing) known.add(id)
    for (const [id, outcome] of await outcomesOf(db, [...missing])) outcomes.set(id, outcome)
  }

  async function look(pages: AsyncGenerator<readonly BetOnEvent[]>): Promise<void> {
    let seen = 0
    for await (const page of pages) {
      await learn(page)
      seen += page.length
      for (const row of page) {
        const moved = moveOf(row, outcomes, decision)
        if (moved !== null) bets.push(moved)
      }
    }
    if (seen >= MAX_BETS) complete = false
  }

  await look(openBetsOn(db, fixture))
  if (replaces !== null) await look(settledBetsOn(db, fixture, replaces, windowStart(now)))
  return { bets, complete }
}

function moveOf(
  row: BetOnEvent,
  outcomes: ReadonlyMap<string, FixtureOutcome>,
  { before, after, fixture }: DecisionOn,
): MovedBet | null {
  const { stakeCents, status, returnCents, graded } = row
  const legs = struckLegs(row.legs)
  const placedAt = row.placedAt.toISOString()
  const known = legs.flatMap((leg) => outcomes.get(leg.fixture) ?? [])
  if (status !== 'pending') {
    const results = (graded ?? []).map(({ fixture, result }) => ({ fixture, result }))
    if (isSettledBy({ legs, placedAt, settlement: { outcome: status, results } }, known)) return null
  }
  const settled = settleBet({ stakeCents, placedAt, legs }, known)
  const [leg] = legs.filter((one) => one.fixture === fixture)
  const gradeBy = (outcome: FixtureOutcome | null) => outcome && leg && gradeLeg(leg, placedAt, outcome)?.grade
  const goesOn = status === 'pending' && settled === null && gradeBy(before) !== gradeBy(after)
  const others = known.filter((one) => one.fixture !== fixture)
  const mostBy = (outcome: FixtureOutcome | null) =>
    mostReturnCents({ stakeCents, placedAt, legs }, outcome === null ? others : [...others, outcome])
  return {
    ...(goesOn
      ? {
          mayReturn: potentialCents(stakeCents, row.odds) ?? Number.MAX_SAFE_INTEGER,
          most: { before: mostBy(before), after: mostBy(after) },
        }
      : {}),
    row,
    statusBefore: status,
    statusAfter: settled?.outcome ?? 'pending',
    before: status === 'pending' ? null : returnCents,
    after: settled?.returnCents ?? null,
  }
}
