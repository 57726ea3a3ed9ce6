// What a decision on an event does to each bet on it, graded by the same domain rules that the settler uses.
import { isSettledBy } from '#domain/bet/settle-bet.ts'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { mostReturnCents, settleBet } from '#domain/settlement/bet-settlement.ts'
import { gradeLeg } from '#domain/settlement/grade-leg.ts'
import { outcomesOf } from '#projections/fixtures/queries.ts'
import { windowStart } from '#projections/settlement/resettlement-window.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { type BetOnEvent, MAX_BETS, openBetsOn, settledBetsOn, struckLegs } from './bets-on-fixture.ts'

type Status = BetOnEvent['status']

/**
 * `before`, `after`: cents that the bet returned and will return; null while it is open. `most`: only for a bet that is
 * open afterwards and was reopened or has its leg counted differently; the most it could return before, and can return
 * after.
 */
export type MovedBet = {
  readonly row: Pick<BetOnEvent, 'bet' | 'account' | 'stakeCents' | 'odds' | 'legs'>
  readonly statusBefore: Status
  readonly statusAfter: Status
  readonly before: number | null
  readonly after: number | null
  readonly most?: { readonly before: number; readonly after: number }
}

/**
 * Cents that a bet moves. An open bet that is settled: its stake or its return, whichever is more. A bet that is
 * settled again: what it gives back plus what it gets. A bet that is open afterwards: the most it may return, because
 * the rest may be decided without an admin.
 */
export function movedCents({ row, before, after, most }: Pick<MovedBet, 'row' | 'before' | 'after' | 'most'>): number {
  if (before === after && most === undefined) return 0
  const returns = after ?? most?.after ?? 0
  return before === null ? Math.max(row.stakeCents, returns) : before + returns
}

/**
 * `laterCents`: what settled bets would give back and get if something else has them settled again, such as a
 * correction by the feed, which asks nobody. `complete`: false if there are more bets than are read.
 */
export type Moved = { readonly bets: readonly MovedBet[]; readonly laterCents: number; readonly complete: boolean }

export type DecisionOn = {
  readonly fixture: string
  readonly before: FixtureOutcome | null
  readonly after: FixtureOutcome
  /** Version of the deciding event: settled bets that named an older one are settled again. */
  readonly replaces: number
  /**
   * The market that a decision is about, or null. Such a decision settles only open bets; settled bets on the market
   * change only if they are settled again later.
   */
  readonly market: string | null
  readonly now: string
}

/** Includes open bets that stay open, but settled ones only if they are settled again. */
export async function movedBets(db: Queries, decision: DecisionOn): Promise<Moved> {
  const { fixture, after, replaces, market, now } = decision
  const outcomes = new Map<string, FixtureOutcome>([[fixture, after]])
  const known = new Set([fixture])
  let complete = true

  async function learn(page: readonly BetOnEvent[]): Promise<void> {
    const missing = new Set(page.flatMap(({ legs }) => legs.map((leg) => leg.fixture)).filter((id) => !known.has(id)))
    if (missing.size === 0) return
    for (const id of missing) known.add(id)
    for (const [id, outcome] of await outcomesOf(db, [...missing])) outcomes.set(id, outcome)
  }

  async function look(pages: AsyncGenerator<readonly BetOnEvent[]>): Promise<MovedBet[]> {
    const bets: MovedBet[] = []
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
    return bets
  }

  const open = await look(openBetsOn(db, fixture))
  const settled = await look(settledBetsOn(db, fixture, replaces, windowStart(now)))
  if (market === null) return { bets: [...open, ...settled], laterCents: 0, complete }
  const isOnIt = ({ row }: MovedBet) => row.legs.some((leg) => leg.fixture === fixture && leg.market === market)
  return { bets: open, laterCents: settled.filter(isOnIt).reduce((sum, bet) => sum + movedCents(bet), 0), complete }
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
  const isCountedAnew = status !== 'pending' || gradeBy(before) !== gradeBy(after)
  const others = known.filter((one) => one.fixture !== fixture)
  const mostBy = (outcome: FixtureOutcome | null) =>
    mostReturnCents({ stakeCents, placedAt, legs }, outcome === null ? others : [...others, outcome])
  return {
    ...(settled === null && isCountedAnew ? { most: { before: mostBy(before), after: mostBy(after) } } : {}),
    row,
    statusBefore: status,
    statusAfter: settled?.outcome ?? 'pending',
    before: status === 'pending' ? null : returnCents,
    after: settled?.returnCents ?? null,
  }
}
