// Chapters written by hand, for tests whose figures are worked out by hand, and the rows that they make.
import type { AccountEvent } from '#domain/account/events.ts'
import type { FixtureEvent } from '#domain/fixture/events.ts'
import type { Meta } from '#domain/meta.ts'
import { at, metaOf } from '#domain/testing/samples.ts'
import { rebuild } from '../rebuild/rebuild.ts'
import { newDatabase, newLog } from './setting.ts'
import type { Chapter } from './story.ts'
import { type Rows, readModels, writeLog } from './write-log.ts'

const meta = (seconds: number): Meta => ({ ...metaOf({ at: at(seconds) }), recordedAt: at(seconds) })
export const account = (who: string, seconds: number, ...events: AccountEvent[]): Chapter => ({
  stream: `account-${who}`,
  meta: meta(seconds),
  events,
})
export const fixture = (which: string, seconds: number, ...events: FixtureEvent[]): Chapter => ({
  stream: `fixture-${which}`,
  meta: meta(seconds),
  events,
})
export const listed = (which: string, name: string): Chapter =>
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
  schema: 1,
  data: { home, away: 0, source: 'admin', reads: [], closedAt: at(9000) },
})

/** What a rebuild makes of these chapters, in a database of their own. */
export async function rowsOf(chapters: readonly Chapter[]): Promise<Rows> {
  const { url } = await newDatabase()
  const store = await newLog(url)
  await writeLog(store, chapters)
  await rebuild({ store, url })
  return readModels(url)
}
