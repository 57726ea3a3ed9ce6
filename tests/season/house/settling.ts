// Does what the worker does with bets, without queues: jobs run when the house says so.

import { announcementIn, PROJECTED } from '#projections/runner/announcement.ts'
import { decidedWithOpenBets, withSupersededBets } from '#projections/settlement/queries.ts'
import { windowStart } from '#projections/settlement/resettlement-window.ts'
import { listen } from '#services/platform/database/listen.ts'
import { resettleFixture } from '#services/workers/settlement/resettle-fixture.ts'
import type { SettlerDeps } from '#services/workers/settlement/settle-bets.ts'
import { settleFixture } from '#services/workers/settlement/settle-fixture.ts'
import { createSettlementTrigger } from '#services/workers/settlement/settlement-trigger.ts'

export type Settling = {
  /** Settles what the read models have announced as decided. */
  drain(): Promise<void>
  /** Settles whatever is decided, announced or not. */
  sweep(): Promise<void>
  close(): Promise<void>
}

export async function openSettling(url: string, deps: SettlerDeps, log: (problem: unknown) => void): Promise<Settling> {
  const jobs = new Set<string>()
  const settle = async (fixture: string) => {
    const { refused } = await settleFixture(fixture, deps)
    if (Object.keys(refused).length > 0) log(`bets on ${fixture} not settled: ${JSON.stringify(refused)}`)
  }
  const work = {
    settleFixture: settle,
    decidedFixtures: (fixtures: readonly string[] | null) => decidedWithOpenBets(deps.queries, fixtures),
  }
  const trigger = createSettlementTrigger(work, async (fixture) => void jobs.add(fixture), log)
  const listener = await listen(
    url,
    [PROJECTED],
    (_channel, payload) => {
      const announcement = announcementIn(payload)
      trigger.changed('all' in announcement ? null : announcement.fixtures)
    },
    { onConnect: () => trigger.changed(null) },
  )
  async function drain(): Promise<void> {
    const due = [...jobs]
    jobs.clear()
    for (const fixture of due) await settle(fixture).catch(log)
  }
  return {
    drain,
    async sweep() {
      await trigger.sweep()
      await drain()
      const due = windowStart(deps.businessNow().toISOString())
      for (const { fixture } of await withSupersededBets(deps.queries, null, due))
        await resettleFixture(fixture, deps).catch(log)
    },
    close: () => listener.close(),
  }
}
