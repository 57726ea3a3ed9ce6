// The desk's rules as the back office shows them: values in force, their changes, and the stops, with names and
// reasons.
import { sql } from 'slonik'
import { z } from 'zod'
import { isSettingName, SETTING_NAMES, SETTINGS, type Settings, type SettingValue } from '#domain/desk/settings.ts'
import { currentStops, settingChanges } from '#projections/desk/queries.ts'
import { fixturesById } from '#projections/fixtures/queries.ts'
import type { DeskRules, SettingShown, Waiting } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { fromLedger, unitOf } from '../../back-office/desk/setting-units.ts'

/** How many changes are listed, the newest; older ones are in the audit trail. */
const CHANGES = 100

const Name = z.object({ account: z.string(), username: z.string() })
const Reason = z.object({ commitment: z.string(), text: z.string() })

export async function deskRules(db: Queries, inForce: Settings): Promise<Omit<DeskRules, 'mayChangeSettings'>> {
  const [changes, stops] = await Promise.all([settingChanges(db, CHANGES), currentStops(db)])
  const said = [...changes, ...stops]
  const actors = [...new Set(said.map(({ actor }) => actor))]
  const commitments = said.flatMap(({ reason }) => (reason === null ? [] : [reason]))
  const events = [...new Set(stops.flatMap(({ fixture }) => (fixture === '' ? [] : [fixture])))]
  const [names, reasons, fixtures] = await Promise.all([
    db.any(sql.prepared('names of actors', Name)`
      select account_id as account, username from app.identity where account_id = any(${sql.array(actors, 'text')})`),
    db.any(sql.prepared('texts of reasons', Reason)`
      select commitment, text from app.reason_text where commitment = any(${sql.array(commitments, 'text')})`),
    fixturesById(db, events),
  ])
  const nameOf = new Map(names.map(({ account, username }) => [account, username]))
  const textOf = new Map(reasons.map(({ commitment, text }) => [commitment, text]))
  const titleOf = new Map(fixtures.map(({ fixture, home, away }) => [fixture, `${home} vs ${away}`]))
  const by = ({ number, actor, reason }: (typeof said)[number], at: Date) => ({
    number,
    at: at.toISOString(),
    by: nameOf.get(actor) ?? null,
    reason: reason === null ? null : (textOf.get(reason) ?? null),
  })
  return {
    settings: SETTING_NAMES.map((setting): SettingShown => {
      const rule = SETTINGS[setting]
      const value = fromLedger(setting, inForce[setting])
      const bounds = 'words' in rule ? null : rule
      return {
        setting,
        unit: unitOf(setting),
        value,
        min: bounds === null ? null : Number(fromLedger(setting, bounds.min)),
        max: bounds === null ? null : Number(fromLedger(setting, bounds.max)),
        words: 'words' in rule ? [...rule.words] : [],
      }
    }),
    changes: changes.map((change) => ({
      setting: change.setting,
      before: change.before === null ? null : shown(change.setting, change.before),
      after: shown(change.setting, change.after),
      ...by(change, change.at),
    })),
    stops: stops.map((stop) => ({
      eventId: stop.fixture === '' ? null : stop.fixture,
      event: titleOf.get(stop.fixture) ?? null,
      market: stop.market === '' ? null : stop.market,
      ...by(stop, stop.since),
    })),
  }
}

const StopOfAll = z.object({ at: z.date(), by: z.string().nullable(), reason: z.string().nullable() })

/** The stop of all betting; null if there is none. */
export async function stopOfAll(db: Queries): Promise<Waiting['stopped']> {
  const stop = await db.maybeOne(sql.prepared('stop of all', StopOfAll)`
    select s.since as at, i.username as by, r.text as reason
    from app.betting_stop s
    left join app.identity i on i.account_id = s.actor
    left join app.reason_text r on r.commitment = s.reason
    where s.fixture_id = '' and s.market = ''`)
  return stop && { ...stop, at: stop.at.toISOString() }
}

/** A setting that this code does not know is shown as it is in the ledger. */
const shown = (setting: string, value: string): SettingValue =>
  isSettingName(setting) ? fromLedger(setting, value) : value
