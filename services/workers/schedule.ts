// What workers do periodically. Ticks come by system time; whether work is due is decided by the business clock.
import { setTimeout as pause } from 'node:timers/promises'
import { createBatcher } from '#services/platform/process/batcher.ts'
import { forEachSettled } from '#services/platform/process/for-each-settled.ts'
import { asWork } from '#services/platform/tracing/spans.ts'
import type { JobQueue, Jobs } from './jobs.ts'
import {
  createSettlementTrigger,
  type SettlementTrigger,
  type SettlementWork,
} from './settlement/settlement-trigger.ts'

/** Done in turn, each even if those before it have failed. */
type Chores = readonly (() => Promise<unknown>)[]

export type Work = SettlementWork & {
  /** Polls odds and scores that are due. */
  poll(): Promise<unknown>
  /** What is due on accounts: above all, finishing what a crash interrupted. */
  readonly accountChores: Chores
  abandonOverdue(): Promise<unknown>
  /** Deleting what nobody needs any more. */
  readonly prunes: Chores
  /** Settles bets again after corrections, with its own jobs and sweeps. */
  readonly resettlement: SettlementWork & {
    /** Fixtures with bets whose settlement is superseded. */
    superseded(): Promise<readonly string[]>
  }
}

type Fixture = { fixture: string }

/** In system time. */
const EVERY_MS = {
  poll: 500,
  'sweep-bets': 60_000,
  'sweep-accounts': 20_000,
  'sweep-fixtures': 60_000,
  prune: 600_000,
} as const
type Tick = keyof typeof EVERY_MS
/** In system time. A tick that has not ended by then never will, so another one is started. */
const LOST_MS = 600_000
/**
 * How often each worker restores missing schedulers. After a Redis has been emptied, it has them again within a minute.
 */
const RESCHEDULE_MS = 30_000

/** Periods for tests. */
export type Periods = { readonly [name in Tick | 'reschedule']?: number }

/** Pause between two looks for superseded settlements, because bets are settled in hundreds of batches. */
const LOOK_AGAIN_MS = 1_000

/** One of each kind at a time, so that none waits for another. */
const CONCURRENT_TICKS = Object.keys(EVERY_MS).length
const CONCURRENT_FIXTURES = 4

export type Schedule = Pick<SettlementTrigger, 'changed'> & {
  /** Bets were settled, maybe by results that are no longer in force. */
  settled(): void
  close(): void
}

export async function startSchedule(
  jobs: Jobs,
  work: Work,
  log: (error: unknown) => void,
  { reschedule: rescheduleMs = RESCHEDULE_MS, ...periods }: Periods = {},
): Promise<Schedule> {
  const everyMs = { ...EVERY_MS, ...periods }
  const ticks: JobQueue<object> = jobs.queue('ticks')
  const settlements: JobQueue<Fixture> = jobs.queue('settle')
  const settlement = createSettlementTrigger(work, (fixture) => settlements.add('fixture', { fixture }, fixture), log)
  const { resettlement: again } = work
  const addAgain = (fixture: string) => settlements.add('again', { fixture }, `again ${fixture}`)
  const resettlement = createSettlementTrigger(again, addAgain, log)
  const lookForSuperseded = createBatcher(async () => {
    try {
      for (const fixture of await again.superseded()) await addAgain(fixture)
    } catch (error) {
      log(error)
    }
    await pause(LOOK_AGAIN_MS, undefined, { ref: false })
  })
  const kinds: Record<Tick, () => Promise<unknown>> = {
    poll: work.poll,
    'sweep-bets': () => doAll([settlement.sweep, resettlement.sweep]),
    'sweep-accounts': () => doAll(work.accountChores),
    'sweep-fixtures': work.abandonOverdue,
    prune: () => doAll(work.prunes),
  }
  const begun = new Map<Tick, number>()
  async function tick(name: Tick): Promise<void> {
    const at = Date.now()
    // otherwise a tick that takes long would run twice, several like it would take all slots, and nothing would be
    // polled
    if (at - (begun.get(name) ?? Number.NEGATIVE_INFINITY) < LOST_MS) return
    begun.set(name, at)
    try {
      await kinds[name]?.()
    } finally {
      if (begun.get(name) === at) begun.delete(name)
    }
  }
  const restoreSchedulers = async () => {
    for (const [name, ms] of Object.entries(everyMs)) await ticks.every(name, ms, {})
  }

  await restoreSchedulers()
  await jobs.worker<object>('ticks', CONCURRENT_TICKS, async (name) =>
    asWork({ name: `tick ${name}` }, () => tick(name as Tick)),
  )
  await jobs.worker<Fixture>('settle', CONCURRENT_FIXTURES, (name, { fixture }) =>
    asWork({ name: `settle ${name}`, attributes: { 'fairbook.fixture': fixture } }, () =>
      (name === 'again' ? again : work).settleFixture(fixture),
    ),
  )
  const restoring = setInterval(() => restoreSchedulers().catch(log), rescheduleMs)
  return {
    changed(fixtures) {
      settlement.changed(fixtures)
      resettlement.changed(fixtures)
    },
    settled: () => void lookForSuperseded([null]),
    close: () => clearInterval(restoring),
  }
}

const doAll = (chores: Chores): Promise<void> => forEachSettled(chores, (chore) => chore())
