// What triggers settlement: a fixture that the read models show as decided gets a settlement job, as soon as they change
// and again at every sweep. A fixture that two sweeps in a row find with open bets is settled by the sweep itself, so that
// a stuck queue delays no bet for longer.
import { createBatcher } from '#services/platform/process/batcher.ts'
import { forEachSettled } from '#services/platform/process/for-each-settled.ts'

export type SettlementWork = {
  settleFixture(fixture: string): Promise<void>
  /** Fixtures that are decided and have open bets; among these, if given. */
  decidedFixtures(fixtures: readonly string[] | null): Promise<readonly string[]>
}

export type SettlementTrigger = {
  /** The read models changed these fixtures (null: any). */
  changed(fixtures: readonly string[] | null): void
  sweep(): Promise<void>
}

/** Stands for: any fixture may have changed. */
const ANY = 'any'

/** `enqueue` adds a settlement job, unless the fixture has one. */
export function createSettlementTrigger(
  { settleFixture, decidedFixtures }: SettlementWork,
  enqueue: (fixture: string) => Promise<void>,
  log: (error: unknown) => void,
): SettlementTrigger {
  let foundBySweep = new Set<string>()
  const enqueueAll = async (fixtures: readonly string[]) => {
    for (const fixture of fixtures) await enqueue(fixture)
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
      const overdue = decided.filter((fixture) => foundBySweep.has(fixture))
      foundBySweep = new Set(decided)
      const steps = [() => enqueueAll(decided), () => forEachSettled(overdue, settleFixture)]
      await forEachSettled(steps, (step) => step())
    },
  }
}
