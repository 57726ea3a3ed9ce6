// How the games of bets stood before a batch, and how they stand after it.
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { type DecidingEvent, outcomeAfter } from '#domain/fixture/outcome-after.ts'
import type { ReadRows } from '../projection.ts'
import { arrayLiteral } from '../table.ts'
import type { StruckBet } from './struck-bet.ts'

type DecisionRow = Pick<DecidingEvent, 'type' | 'data' | 'version'> & { readonly fixture_id: string }

const DECIDED = `select fixture_id, version, type, data from book_decision
  where fixture_id = any($1::text[]) order by fixture_id, version`

export class Outcomes {
  readonly #rows: ReadRows
  /** Those of this batch. */
  readonly #decisions: ReadonlyMap<string, readonly DecidingEvent[]>
  readonly #before = new Map<string, FixtureOutcome | null>()
  readonly #after = new Map<string, FixtureOutcome | null>()

  constructor(rows: ReadRows, decisions: ReadonlyMap<string, readonly DecidingEvent[]>) {
    this.#rows = rows
    this.#decisions = decisions
  }

  /** Loads what is stored about the games of these bets; has to be called before `before` and `after`. */
  async load(bets: readonly StruckBet[]): Promise<void> {
    const missing = new Set(bets.flatMap(({ legs }) => legs.map(({ fixture }) => fixture)))
    for (const fixture of missing) if (this.#before.has(fixture)) missing.delete(fixture)
    if (missing.size === 0) return
    for (const fixture of missing) this.#before.set(fixture, null)
    for (const row of await this.#rows<DecisionRow>(DECIDED, [arrayLiteral([...missing])])) {
      const { fixture_id: fixture, ...event } = row
      this.#before.set(fixture, outcomeAfter(fixture, this.#before.get(fixture)!, event as DecidingEvent))
    }
    for (const fixture of missing) {
      const decisions = this.#decisions.get(fixture) ?? []
      const before = this.#before.get(fixture)!
      this.#after.set(
        fixture,
        decisions.reduce((outcome, event) => outcomeAfter(fixture, outcome, event), before),
      )
    }
  }

  before = (bet: StruckBet): FixtureOutcome[] => known(this.#before, bet)

  after = (bet: StruckBet): FixtureOutcome[] => known(this.#after, bet)
}

const known = (outcomes: ReadonlyMap<string, FixtureOutcome | null>, { legs }: StruckBet): FixtureOutcome[] =>
  legs.flatMap(({ fixture }) => outcomes.get(fixture) ?? [])
