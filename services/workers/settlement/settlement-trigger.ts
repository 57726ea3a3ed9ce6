// Triggers settlement: a fixture that the read models show as decided gets a settlement job, as soon as they change and
// again at every sweep. A fixture for which two sweeps in a row find as many bets is settled by the sweep itself, so
// that a stuck queue delays no bet for longer.
import type { FixtureWithBets } from '#projections/settlement/queries.ts'
import { createBatcher } from '#services/platform/process/batcher.ts'
import { forEachSettled } from '#services/platform/process/for-each-settled.ts'

export type SettlementWork = {
  settleFixture(fixture: string): Promise<void>
  /** Fixtures that have bets to settle, with the number of bets; limited to the given ones, if any. */
  decidedFixtures(fixtures: readonly string[] | null): Promise<readonly FixtureWithBets[]>
}

export type SettlementTrigger = {
  /** The read models changed these fixtures (null: any). */
  changed(fixtures: readonly string[] | null): void
  sweep(): Promise<void>
}

/** Stands for all fixtures: any may have changed. */
const ANY = 'any'

/** `enqueue` adds a settlement job, unless the fixture has one. */
export function createSettlementTrigger(
  { settleFixture, decidedFixtures }: SettlementWork,
  enqueue: (fixture: string) => Promise<void>,
  log: (error: unknown) => void,
): SettlementTrigger {
  let foundBySweep = new Map<string, number>()
  const enqueueAll = async (decided: readonly FixtureWithBets[]) => {
    for (const { fixture } of decided) await enqueue(fixture)
  }
  const enqueueDecided = createBatcher(async (fixtures: ReadonlySet<string>) => {
    try {
      await enqueueAll(await decidedFixtures(fixtures.has(ANY) ? null : [...fixtures]))
    } catch (error) {
      log(error)
    }
  })
  return {
    changed(fixtures) {
      if (fixtures?.length !== 0) void enqueueDecided(fixtures ?? [ANY])
    },
    async sweep() {
      const decided = await decidedFixtures(null)
      // if the number of bets falls, a job is at work
      const overdue = decided.filter(({ fixture, bets }) => bets >= (foundBySweep.get(fixture) ?? Infinity))
      foundBySweep = new Map(decided.map(({ fixture, bets }) => [fixture, bets]))
      const steps = [() => enqueueAll(decided), () => forEachSettled(overdue, ({ fixture }) => settleFixture(fixture))]
      await forEachSettled(steps, (step) => step())
    },
  }
}
