// What the workers do, and when they look whether it is due. Ticks go by system time and ask the business clock.
import { createBatcher } from '#services/platform/process/batcher.ts'
import { eachOf } from '#services/platform/process/each-of.ts'
import type { JobQueue, Jobs } from './jobs.ts'

export type Work = {
  /** Polls what is due of odds and scores. */
  poll(): Promise<void>
  settleFixture(fixture: string): Promise<void>
  /** Fixtures that are decided and still have open bets; of these alone where given. */
  decidedFixtures(fixtures: readonly string[] | null): Promise<readonly string[]>
  finishRegistrations(): Promise<void>
  finishPasswordChanges(): Promise<void>
  finishTransfers(): Promise<void>
  abandonOverdue(): Promise<void>
  prune(): Promise<void>
}

type Fixture = { fixture: string }

/** System time. */
const EVERY_MS = {
  poll: 500,
  'sweep-bets': 60_000,
  'sweep-accounts': 20_000,
  'sweep-fixtures': 60_000,
  prune: 600_000,
} as const
/** Every worker puts back what is missing so often: a Redis that was emptied has its schedulers again within a minute. */
const KEEP_EVERY_MS = 30_000

/** For tests: other periods than the product's. */
export type Periods = { readonly [name in keyof typeof EVERY_MS | 'keep']?: number }

/** Among changed fixtures: any of them may have. */
const ANY = 'any'
const TICKS_AT_ONCE = 4
const FIXTURES_AT_ONCE = 4

export type Schedule = {
  /** Fixtures that the read models changed (null: any): those that were decided are settled. */
  changed(fixtures: readonly string[] | null): void
  close(): void
}

export async function startSchedule(
  jobs: Jobs,
  work: Work,
  log: (error: unknown) => void,
  { keep: keepEveryMs = KEEP_EVERY_MS, ...periods }: Periods = {},
): Promise<Schedule> {
  const everyMs = { ...EVERY_MS, ...periods }
  const ticks: JobQueue<object> = jobs.queue('ticks')
  const settlements: JobQueue<Fixture> = jobs.queue('settle')
  const settleDecided = async (fixtures: readonly string[] | null) => {
    for (const fixture of await work.decidedFixtures(fixtures)) await settlements.add('fixture', { fixture }, fixture)
  }
  /** Decided at the last sweep already and still open: a queue that is stuck holds no bet up for longer. */
  let swept = new Set<string>()
  const sweepBets = async () => {
    const decided = await work.decidedFixtures(null)
    const overdue = decided.filter((fixture) => swept.has(fixture))
    swept = new Set(decided)
    const addAll = async () => {
      for (const fixture of decided) await settlements.add('fixture', { fixture }, fixture)
    }
    await eachOf([addAll, () => eachOf(overdue, work.settleFixture)], (step) => step())
  }
  const tick: Record<keyof typeof EVERY_MS, () => Promise<void>> = {
    poll: work.poll,
    'sweep-bets': sweepBets,
    'sweep-accounts': () =>
      eachOf([work.finishRegistrations, work.finishPasswordChanges, work.finishTransfers], (finish) => finish()),
    'sweep-fixtures': work.abandonOverdue,
    prune: work.prune,
  }
  const keepSchedulers = async () => {
    for (const [name, ms] of Object.entries(everyMs)) await ticks.every(name, ms, {})
  }

  await keepSchedulers()
  await jobs.worker<object>('ticks', TICKS_AT_ONCE, async (name) => tick[name as keyof typeof tick]?.())
  await jobs.worker<Fixture>('settle', FIXTURES_AT_ONCE, (_name, { fixture }) => work.settleFixture(fixture))
  const keeping = setInterval(() => keepSchedulers().catch(log), keepEveryMs)
  const settleChanged = createBatcher(async (fixtures: ReadonlySet<string>) => {
    await settleDecided(fixtures.has(ANY) ? null : [...fixtures]).catch(log)
  })
  return {
    changed(fixtures) {
      if (fixtures?.length !== 0) void settleChanged(fixtures ?? [ANY])
    },
    close: () => clearInterval(keeping),
  }
}
