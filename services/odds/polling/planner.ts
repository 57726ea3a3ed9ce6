// What is due to be asked of the provider, by the business clock. Pure.
import { POSSIBLY_LIVE_MS } from '#domain/limits.ts'
import { shortestGameMinutes } from '../catalog/catalog.ts'
import type { PollKind } from '../port.ts'
import type { KnownFixture } from './fixture-registry.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The provider renews prices about this often; asking more often buys nothing. */
const IN_PLAY_MS = 40 * SECOND
const NEAR_MS = 60 * SECOND
const NEAR_START_MS = 6 * HOUR
const FAR_MS = 10 * MINUTE
const SCORES_MS = 30 * SECOND
/** Games of the coming days are listed without credits. */
const EVENTS_MS = 30 * MINUTE
/** A result is read again for this long after it was recorded, and by the review of all until the provider drops it. */
const WATCHED_MS = 30 * MINUTE
const REVIEW_MS = HOUR

export type Due = {
  readonly league: string
  readonly kind: PollKind
  /** Not to be made where one was made after this. */
  readonly before: Date
  /** Higher first, where credits are scarce. */
  readonly weight: number
}

/** Fixtures whose score may have news. `unsettled`: those with a completed read that awaits its second. */
export function toBeScored(
  fixtures: readonly KnownFixture[],
  unsettled: ReadonlySet<string>,
  now: Date,
): KnownFixture[] {
  return fixtures.filter(({ id, startsAt, closedAt, abandoned }) => {
    if (abandoned || startsAt > now) return false
    return closedAt === null || unsettled.has(id) || now.getTime() - closedAt.getTime() < WATCHED_MS
  })
}

/** Whether one of them may be over: completed games are shown only when asked for, at twice the price. */
export function mayBeOver(league: string, fixtures: readonly KnownFixture[], now: Date): boolean {
  const shortest = shortestGameMinutes(league) * MINUTE
  return fixtures.some(({ startsAt }) => now.getTime() - startsAt.getTime() >= shortest)
}

export const reviewDue = (last: Date | undefined, now: Date): boolean =>
  last === undefined || now.getTime() - last.getTime() >= REVIEW_MS

/** `last`: when the league was last asked for odds, scores and events. */
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
  const consider = (kind: PollKind, everyMs: number, weight: number) => {
    const before = new Date(now.getTime() - everyMs)
    const polled = last.get(`${league}/${kind}`)
    if (polled === undefined || polled <= before) due.push({ league, kind, before, weight })
  }

  if (live.length > 0) consider('odds', IN_PLAY_MS, 3)
  else if (nextStart <= NEAR_START_MS) consider('odds', NEAR_MS, nextStart < HOUR ? 2 : 1)
  else if (!scarce || toStart.length > 0) consider('odds', FAR_MS, 0)

  const scored = toBeScored(fixtures, unsettled, now)
  if (scored.length > 0) consider('scores', SCORES_MS, mayBeOver(league, scored, now) ? 4 : 2)
  if (scarce) consider('events', EVENTS_MS, 5)
  return due
}
