// The settings of the book and what betting is stopped on, as the screens and the board read them.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

const StopRow = z.object({
  /** '' stands for all fixtures, and for all markets of one. */
  fixture: z.string(),
  market: z.string(),
  number: z.number(),
  since: z.date(),
  actor: z.string(),
  reason: z.string().nullable(),
})
export type StopRow = z.infer<typeof StopRow>

/** All of them, the newest first. */
export const currentStops = async (db: CommonQueryMethods): Promise<readonly StopRow[]> =>
  db.any(sql.prepared('current stops', StopRow)`
    select fixture_id as fixture, market, number::float8 as number, since, actor, reason
    from app.betting_stop order by number desc`)

const SettingRow = z.object({
  setting: z.string(),
  number: z.number(),
  before: z.string().nullable(),
  after: z.string(),
  at: z.date(),
  actor: z.string(),
  reason: z.string().nullable(),
})
export type SettingRow = z.infer<typeof SettingRow>

/** The last changes over all settings, the newest first. */
export const settingChanges = async (db: CommonQueryMethods, limit: number): Promise<readonly SettingRow[]> =>
  db.any(sql.prepared('setting changes', SettingRow)`
    select setting, number::float8 as number, before, after, at, actor, reason
    from app.desk_setting order by number desc, setting limit ${limit}`)
