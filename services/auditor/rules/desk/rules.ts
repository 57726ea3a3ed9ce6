// Checks what the desk rules: the settings of the book, and stops of betting. Every bet names the rules that decided
// it.
import type { EventData } from '../../events/payloads.ts'
import { type By, type DeskRules, stopKey } from '../../replay/desk-history.ts'
import { type CheckContext, DECIDED_WITHIN_MS, type EventCheck, justBefore } from '../../replay/event-check.ts'
import { boundsOfSetting } from '../bounds/amounts.ts'

/** The id of the only desk in a log. */
const DESK = 'de500000000000000000000000000001'

export function setSettings(event: EventCheck<'SettingsSet'>): void {
  const { data, meta, place, state, findings } = event
  checkStream(event)
  const settings = new Map(state.desk.last.settings)
  const isSeed = meta.actor.role === 'system' && meta.actor.id === 'setup'
  if (!isSeed && meta.actor.role !== 'super-admin') {
    findings.at(place, 'settings_wrong', 'a super admin, or setup', meta.actor.role, meta.actor.id)
  }
  for (const { setting, before, after } of data.settings) {
    const known = settings.get(setting)
    if (known !== before || known === after || (isSeed && before !== undefined)) {
      findings.at(place, 'settings_wrong', `${setting} from ${known ?? 'no value'}`, `from ${before} to ${after}`)
    }
    const possible = boundsOfSetting(setting, after)
    if (possible !== null) findings.at(place, 'settings_wrong', `${setting} ${possible}`, after)
    settings.set(setting, after)
    state.desk.changes.push({ ...byOf(event), setting, before: before ?? null, after })
  }
  replaceRules(event, settings, state.desk.last.stops)
}

export function stopBetting(event: EventCheck<'BettingStopped'>): void {
  const { data, place, state, findings } = event
  checkStream(event)
  const stops = new Map(state.desk.last.stops)
  const key = stopKey(data)
  const { fixture, market } = data
  if (stops.has(key)) findings.at(place, 'stop_repeated', 'not stopped', 'stopped')
  if (fixture === undefined ? market !== undefined : !state.fixtures.has(fixture)) {
    findings.at(place, 'stop_repeated', 'a fixture that was listed', fixture ?? 'none')
  }
  stops.set(key, byOf(event))
  replaceRules(event, state.desk.last.settings, stops)
}

export function resumeBetting(event: EventCheck<'BettingResumed'>): void {
  const { data, place, state, findings } = event
  checkStream(event)
  const stops = new Map(state.desk.last.stops)
  if (!stops.delete(stopKey(data))) findings.at(place, 'stop_repeated', 'stopped', 'not stopped')
  replaceRules(event, state.desk.last.settings, stops)
}

/**
 * A bet that was placed once the desk had rules names these, keeps to them, and was recorded before or just after they
 * were replaced.
 */
export function checkRules(event: EventCheck<'BetPlaced'>): void {
  const { data, state } = event
  // version 1 of BetPlaced is older than the desk
  if (state.desk.rules.length === 0 || data.seenCount !== undefined) return
  const decidedBy = rulesNamed(event)
  if (decidedBy === null) return
  checkStops(event, decidedBy)
  checkSettings(event, data, decidedBy.settings)
}

/**
 * A decision by hand states the amount that it was decided by. This has to be the setting in the rules that the event
 * names.
 */
export function checkAmountInForce(event: CheckContext, setting: string, statedCents: number): void {
  const { place, state, findings, subject } = event
  // older logs have no such setting
  if (!state.desk.last.settings.has(setting)) return
  const inForce = rulesNamed(event)?.settings.get(setting)
  if (inForce !== undefined && inForce !== statedCents) {
    findings.at(place, 'setting_misstated', `${setting} ${inForce}`, statedCents, subject)
  }
}

/**
 * The largest value that a setting had within the last minute before an event; null if it was not a setting by then, so
 * that nothing older is judged by it.
 */
export function mostInForce({ meta, state }: CheckContext, setting: string): number | null {
  const since = justBefore(meta.recordedAt)
  let most = 0
  for (const { settings, recordedAt } of state.desk.rules.toReversed()) {
    const value = settings.get(setting)
    if (value === undefined) return null
    most = Math.max(most, Number(value))
    if (recordedAt <= since) return most
  }
  return null
}

/** A setting in the rules that an event names; undefined if it names none that have it. */
export const settingNamed = ({ meta, state }: CheckContext, setting: string) =>
  state.desk.rules.findLast(({ hash }) => hash === meta.configuration)?.settings.get(setting)

/**
 * The rules that an event names; null if the log has none of that name. Reports that, and rules that had been replaced
 * long before.
 */
function rulesNamed({ meta, place, state, findings, subject }: CheckContext): DeskRules | null {
  const { rules } = state.desk
  const named = meta.configuration
  const index = named === undefined ? -1 : rules.findLastIndex(({ hash }) => hash === named)
  const decidedBy = rules[index]
  if (decidedBy === undefined) {
    findings.at(place, 'rules_unknown', 'the hash of an event of the desk', named ?? 'none', subject)
    return null
  }
  const next = rules[index + 1]
  if (next !== undefined && Date.parse(meta.recordedAt) - Date.parse(next.recordedAt) > DECIDED_WITHIN_MS) {
    findings.at(place, 'rules_replaced', `rules replaced at ${next.recordedAt}`, meta.recordedAt, subject)
  }
  return decidedBy
}

function checkStops({ data, place, findings, subject }: EventCheck<'BetPlaced'>, { stops }: DeskRules): void {
  if (stops.size === 0) return
  for (const { fixture, market } of data.legs) {
    const stop = [{}, { fixture }, { fixture, market }].find((scope) => stops.has(stopKey(scope)))
    if (stop === undefined) continue
    const { at, number } = stops.get(stopKey(stop))!
    findings.at(place, 'bet_on_stopped', `no bet: stopped at ${at} by #${number}`, `${fixture} ${market}`, subject)
  }
}

function checkSettings(
  { meta, place, findings, subject }: CheckContext,
  { limits, legs, delay }: EventData['BetPlaced'],
  settings: DeskRules['settings'],
): void {
  const cap = settings.get('max-payout')
  if (limits.maxPayoutCents !== cap) findings.at(place, 'cap_misstated', cap ?? 'none', limits.maxPayoutCents, subject)
  const waitMs = Number(settings.get('acceptance-delay') ?? 0)
  if (waitMs === 0 || !legs.some(({ inPlay }) => inPlay)) return
  const waited = delay === undefined ? 0 : Date.parse(meta.at) - Date.parse(delay.requestedAt)
  if (waited < waitMs) findings.at(place, 'wait_too_short', `at least ${waitMs} ms`, `${waited} ms`, subject)
}

/**
 * A welcome grant may have any amount that was ever in force, since a registration may be completed long after it
 * began.
 */
export function checkGrant({ data, place, state, findings, subject }: EventCheck<'WelcomeGranted'>): void {
  const amounts = state.desk.changes.filter(({ setting }) => setting === 'welcome-grant').map(({ after }) => after)
  if (amounts.length > 0 && !amounts.includes(data.amountCents)) {
    findings.at(place, 'grant_unset', amounts.join(' or '), data.amountCents, subject)
  }
}

function replaceRules(
  { meta, stream, state }: CheckContext,
  settings: DeskRules['settings'],
  stops: DeskRules['stops'],
): void {
  state.desk.rules.push({ hash: stream.hash, recordedAt: meta.recordedAt, settings, stops })
}

const byOf = ({ meta, place }: CheckContext): By => ({
  number: place.number,
  at: meta.at,
  actor: meta.actor.id,
  reason: meta.reason?.text ?? null,
})

function checkStream({ place, stream, subject, findings }: CheckContext): void {
  if (subject !== DESK) findings.at(place, 'wrong_stream', `desk-${DESK}`, stream.name)
}
