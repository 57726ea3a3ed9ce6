// Hand-written steps, for tests whose expected figures are worked out by hand, and the rows that follow from them.
import type { AccountEvent } from '#domain/account/events.ts'
import type { FixtureEvent } from '#domain/fixture/events.ts'
import type { Meta } from '#domain/meta.ts'
import { at, metaOf } from '#domain/testing/samples.ts'
import { rebuild } from '../rebuild/rebuild.ts'
import { newDatabase, newLog } from './environment.ts'
import type { ScenarioStep } from './scenario.ts'
import { type Rows, readModels, writeLog } from './write-log.ts'

const meta = (seconds: number): Meta => ({ ...metaOf({ at: at(seconds) }), recordedAt: at(seconds) })
export const account = (who: string, seconds: number, ...events: AccountEvent[]): ScenarioStep => ({
  stream: `account-${who}`,
  meta: meta(seconds),
  events,
})
export const fixture = (which: string, seconds: number, ...events: FixtureEvent[]): ScenarioStep => ({
  stream: `fixture-${which}`,
  meta: meta(seconds),
  events,
})
export const fixtureListed = (which: string, name: string): ScenarioStep =>
  fixture(which, 1, {
    type: 'FixtureListed',
    schema: 1,
    data: {
      source: 'feed',
      providerId: name,
      league: 'soccer_epl',
      home: 'Arsenal',
      away: 'Spurs',
      startsAt: at(3600),
    },
  })
/** A result by hand, without a goal for the away team. */
export const result = (home: number): FixtureEvent => ({
  type: 'ResultRecorded',
  schema: 2,
  data: { score: { home, away: 0 }, regulation: { home, away: 0 }, source: 'admin', reads: [], closedAt: at(9000) },
})

/** The rows that a rebuild makes of these steps, in a new database. */
export async function rowsOf(steps: readonly ScenarioStep[]): Promise<Rows> {
  const { url } = await newDatabase()
  const store = await newLog(url)
  await writeLog(store, steps)
  await rebuild({ store, url })
  return readModels(url)
}
