// Which polls are due, by the business clock. Pure.
import { POSSIBLY_LIVE_MS, QUOTE_MAX_AGE_BEFORE_START_MS, QUOTE_MAX_AGE_IN_PLAY_MS } from '#domain/limits.ts'
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { catalogLeague, shortestGameMinutes } from '../catalog/catalog.ts'
import type { PollKind } from '../port.ts'
import type { Wish } from './affordable.ts'
import type { KnownFixture } from './fixture-registry.ts'
import {
  EVENTS_MS,
  NEAR_START_MS,
  ODDS_MS,
  RESULT_WATCH_MS,
  REVIEW_MS,
  SCORES_AVAILABLE_MS,
  SCORES_MS,
} from './polling-intervals.ts'

export type Poll = Wish & { readonly league: string; readonly kind: PollKind }
export type Due = Poll & {
  /** Skipped if one was made after this time. */
  readonly before: Date
}

/** What was read about fixtures, by fixture id. */
export type Seen = {
  /** Those with a completed read that waits for its second. */
  readonly unsettled: ReadonlySet<string>
  /** Those read as begun or over before their start: they take no bets until they are read otherwise. */
  readonly begunEarly: ReadonlySet<string>
}

/** Fixtures whose score may have changed. */
export function toBeScored(
  fixtures: readonly KnownFixture[],
  { unsettled, begunEarly }: Seen,
  now: Date,
): KnownFixture[] {
  return fixtures.filter(({ id, startsAt, closedAt, abandoned }) => {
    if (abandoned) return false
    if (startsAt > now) return closedAt === null && begunEarly.has(id)
    return closedAt === null || unsettled.has(id) || now.getTime() - closedAt.getTime() < RESULT_WATCH_MS
  })
}

/** Whether one of them may be over: completed games are included only on request, at twice the cost. */
export function mayBeOver(league: string, fixtures: readonly KnownFixture[], now: Date, share = 1): boolean {
  const shortest = shortestGameMinutes(league) * MINUTE * share
  return fixtures.some(({ startsAt }) => now.getTime() - startsAt.getTime() >= shortest)
}

/**
 * Fixtures that may be brought forward, so that the provider reports on them before their start; the next ones first.
 */
export const startingSoon = (fixtures: readonly KnownFixture[], now: Date): KnownFixture[] =>
  fixtures
    .filter(({ startsAt, closedAt }) => {
      const aheadMs = startsAt.getTime() - now.getTime()
      return closedAt === null && aheadMs > 0 && aheadMs <= NEAR_START_MS
    })
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())

export const reviewDue = (last: Date | undefined, now: Date): boolean =>
  last === undefined || now.getTime() - last.getTime() >= REVIEW_MS

export type Situation = Seen & {
  readonly fixtures: readonly KnownFixture[]
  readonly openBets: ReadonlySet<string>
  readonly now: Date
  /** Whether credits are few. */
  readonly scarce: boolean
  /** Credits for a call for prices. */
  readonly credits: number
}

/** The polls of a league, as often as the provider updates; the credits may not allow all of them. */
export function wishedPolls(league: string, situation: Situation): Poll[] {
  return [oddsPoll(league, situation), scorePoll(league, situation), eventsPoll(league, situation)].filter(
    (poll) => poll !== null,
  )
}

function oddsPoll(league: string, { fixtures, openBets, now, scarce, credits }: Situation): Poll | null {
  const open = fixtures.filter(({ closedAt }) => closedAt === null)
  const live = open.filter(({ startsAt }) => startsAt <= now && now.getTime() - startsAt.getTime() < POSSIBLY_LIVE_MS)
  const toStart = open
    .filter(({ startsAt }) => startsAt > now)
    .map(({ startsAt }) => startsAt.getTime() - now.getTime())
  const nextStart = Math.min(...toStart)
  const lastsMs = live.length > 0 ? QUOTE_MAX_AGE_IN_PLAY_MS : QUOTE_MAX_AGE_BEFORE_START_MS
  const poll = { league, kind: 'odds' as const, cost: credits, lastsMs }
  const isBetOn = live.some(({ id }) => openBets.has(id))
  if (live.length > 0) return { ...poll, everyMs: ODDS_MS.inPlay, weight: isBetOn ? 16 : 8 }
  if (nextStart <= NEAR_START_MS) return { ...poll, everyMs: ODDS_MS.nearStart, weight: nextStart < HOUR ? 8 : 4 }
  return scarce && toStart.length === 0 ? null : { ...poll, everyMs: ODDS_MS.otherwise, weight: 1 }
}

/**
 * Whether the provider might still correct a result. This includes admins' results, since the game may have gone on
 * after them.
 */
const mayBeCorrected = (league: string, fixtures: readonly KnownFixture[], now: Date): boolean =>
  catalogLeague(league)?.scored !== false &&
  fixtures.some(
    ({ startsAt, closedAt, abandoned }) =>
      closedAt !== null && !abandoned && now.getTime() - startsAt.getTime() < SCORES_AVAILABLE_MS,
  )

/** Reviews come with the scores of games in play. If none is played for days, they are the only polls. */
const REVIEW_WEIGHT = 0.25

/** Few credits are spent on the end of a game until this share of the shortest duration has passed. */
const LIKELY_OVER = 1.2

function scorePoll(league: string, { fixtures, openBets, now, ...seen }: Situation): Poll | null {
  const scored = toBeScored(fixtures, seen, now)
  const poll = { league, kind: 'scores' as const, everyMs: SCORES_MS, lastsMs: Number.POSITIVE_INFINITY }
  if (scored.length === 0) {
    return mayBeCorrected(league, fixtures, now)
      ? { ...poll, everyMs: REVIEW_MS, cost: 2, weight: REVIEW_WEIGHT }
      : null
  }
  const cost = mayBeOver(league, scored, now) ? 2 : 1
  const isBetOn = scored.filter(({ id }) => openBets.has(id))
  // the second read, which leads to settlement
  if (isBetOn.some(({ id }) => seen.unsettled.has(id))) return { ...poll, cost, weight: Number.POSITIVE_INFINITY }
  return { ...poll, cost, weight: mayBeOver(league, isBetOn, now, LIKELY_OVER) ? 64 : cost }
}

/** If every reply with prices costs credits, games are listed by separate polls. */
const eventsPoll = (league: string, { scarce }: Situation): Poll | null =>
  scarce
    ? { league, kind: 'events', everyMs: EVENTS_MS, cost: 0, weight: 128, lastsMs: Number.POSITIVE_INFINITY }
    : null

/** Polls whose interval has passed since they were last made (`last` is by 'league/kind'), most important first. */
export function duePolls(polls: readonly Poll[], last: ReadonlyMap<string, Date>, now: Date): Due[] {
  return polls
    .map((poll) => ({ ...poll, before: new Date(now.getTime() - poll.everyMs) }))
    .filter(({ league, kind, before }) => {
      const polled = last.get(`${league}/${kind}`)
      return polled === undefined || polled <= before
    })
    .toSorted((one, other) => (one.weight === other.weight ? 0 : other.weight - one.weight))
}
