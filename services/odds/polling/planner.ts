// Which polls are due, by the business clock. Pure.
import { POSSIBLY_LIVE_MS } from '#domain/limits.ts'
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { shortestGameMinutes } from '../catalog/catalog.ts'
import type { PollKind } from '../port.ts'
import type { KnownFixture } from './fixture-registry.ts'
import { EVENTS_MS, NEAR_START_MS, ODDS_MS, RESULT_WATCH_MS, REVIEW_MS, SCORES_MS } from './polling-intervals.ts'

export type Due = {
  readonly league: string
  readonly kind: PollKind
  /** Skipped if one was made after this. */
  readonly before: Date
  /** Higher first, if credits are scarce. */
  readonly weight: number
}

/** Fixtures whose score may have changed. `unsettled`: those with a completed read that awaits its second. */
export function toBeScored(
  fixtures: readonly KnownFixture[],
  unsettled: ReadonlySet<string>,
  now: Date,
): KnownFixture[] {
  return fixtures.filter(({ id, startsAt, closedAt, abandoned }) => {
    if (abandoned || startsAt > now) return false
    return closedAt === null || unsettled.has(id) || now.getTime() - closedAt.getTime() < RESULT_WATCH_MS
  })
}

/** Whether one of them may be over: completed games are only included on request, at twice the price. */
export function mayBeOver(league: string, fixtures: readonly KnownFixture[], now: Date): boolean {
  const shortest = shortestGameMinutes(league) * MINUTE
  return fixtures.some(({ startsAt }) => now.getTime() - startsAt.getTime() >= shortest)
}

export const reviewDue = (last: Date | undefined, now: Date): boolean =>
  last === undefined || now.getTime() - last.getTime() >= REVIEW_MS

/** `last`: when each poll of the league was last made. */
export function duePolls(
  league: string,
  fixtures: readonly KnownFixture[],
  unsettled: ReadonlySet<string>,
  last: ReadonlyMap<string, Date>,
  now: Date,
  scarce: boolean,
): Due[] {
  const open = fixtures.filter(({ closedAt }) => closedAt === null)
  const live = open.filter(({ startsAt }) => startsAt <= now && now.getTime() - startsAt.getTime() < POSSIBLY_LIVE_MS)
  const toStart = open
    .filter(({ startsAt }) => startsAt > now)
    .map(({ startsAt }) => startsAt.getTime() - now.getTime())
  const nextStart = Math.min(...toStart)
  const due: Due[] = []
  const addIfDue = (kind: PollKind, everyMs: number, weight: number) => {
    const before = new Date(now.getTime() - everyMs)
    const polled = last.get(`${league}/${kind}`)
    if (polled === undefined || polled <= before) due.push({ league, kind, before, weight })
  }

  if (live.length > 0) addIfDue('odds', ODDS_MS.inPlay, 3)
  else if (nextStart <= NEAR_START_MS) addIfDue('odds', ODDS_MS.nearStart, nextStart < HOUR ? 2 : 1)
  else if (!scarce || toStart.length > 0) addIfDue('odds', ODDS_MS.otherwise, 0)

  const scored = toBeScored(fixtures, unsettled, now)
  if (scored.length > 0) addIfDue('scores', SCORES_MS, mayBeOver(league, scored, now) ? 4 : 2)
  if (scarce) addIfDue('events', EVENTS_MS, 5)
  return due
}
