// When a score becomes a result: the provider must report it as completed twice, with the same score, far enough apart.
import { MAX_SCORE, RESULT_READS_APART_MS } from '#domain/limits.ts'
import type { ScoreEvent } from '../provider/wire.ts'
import { sameName } from '../quotes/names.ts'

/** One read of a fixture's score. `home`, `away`: null if there is no score (yet). */
export type FixtureRead = {
  readonly home: number | null
  readonly away: number | null
  readonly completed: boolean
  /** The provider's time of the entry. */
  readonly lastUpdate: Date | null
  /** Business time of the request. */
  readonly readAt: Date
  readonly message: string
}

/** The stored state of a fixture's score: the last read, and the candidate that a second one would confirm. */
export type ScoreState = FixtureRead & {
  /** Business time of the first read with this score. */
  readonly changedAt: Date
  /** Business time of the first completed read. */
  readonly firstCompletedAt: Date | null
  /** The first of equal completed reads in a row. */
  readonly candidate: { readonly readAt: Date; readonly message: string } | null
  /** The first completed read that had a score. */
  readonly firstResult: { readonly readAt: Date; readonly home: number; readonly away: number } | null
}

export type ConfirmedResult = {
  readonly home: number
  readonly away: number
  readonly reads: { readonly readAt: string; readonly message: string }[]
  readonly closedAt: string
}

/** Home and away points, matched by name; null if there are none, or a name or number is invalid. */
export function pointsOf(event: ScoreEvent): { home: number; away: number } | null {
  const points = (team: string): number | null => {
    const found = event.scores?.filter(({ name }) => sameName(name, team)) ?? []
    const [entry] = found
    if (found.length !== 1 || entry === undefined || entry.score === null || !/^\d{1,6}$/.test(entry.score)) return null
    const value = Number(entry.score)
    return value <= MAX_SCORE ? value : null
  }
  const home = points(event.home_team)
  const away = points(event.away_team)
  return home === null || away === null ? null : { home, away }
}

/** Folds a read into the state. A read that is older than the last one changes nothing. */
export function foldRead(before: ScoreState | null, read: FixtureRead): ScoreState {
  if (before !== null && read.readAt <= before.readAt) return before
  const same = before !== null && before.home === read.home && before.away === read.away
  // completed without a score is not a result, but it closes the fixture for bets
  const { home, away, readAt } = read
  const result = read.completed && home !== null && away !== null ? { readAt, home, away } : null
  const goesOn = same && before.completed && before.candidate !== null
  return {
    ...read,
    changedAt: same ? before.changedAt : read.readAt,
    firstCompletedAt: before?.firstCompletedAt ?? (read.completed ? readAt : null),
    candidate: result === null ? null : goesOn ? before.candidate : { readAt, message: read.message },
    firstResult: before?.firstResult ?? result,
  }
}

/** The result, once the last read confirms the candidate. `startsAt` guards against an invalid time in the feed. */
export function confirmedResult(state: ScoreState, startsAt: Date): ConfirmedResult | null {
  const { home, away, candidate, firstCompletedAt, readAt } = state
  if (candidate === null || firstCompletedAt === null || home === null || away === null) return null
  if (readAt.getTime() - candidate.readAt.getTime() < RESULT_READS_APART_MS) return null
  return {
    home,
    away,
    reads: [
      { readAt: candidate.readAt.toISOString(), message: candidate.message },
      { readAt: readAt.toISOString(), message: state.message },
    ],
    closedAt: closedAt(state, firstCompletedAt, startsAt).toISOString(),
  }
}

/**
 * No bet accepted after this stands. It is the first completed read, or the provider's time of the last change to the
 * final entry if that is earlier, since the outcome is known between the whistle and `completed`. The time of our own
 * first read of the score would be wrong: a goal in the 20th minute may decide a game that can rightly be bet on until
 * the 90th.
 */
function closedAt({ lastUpdate }: ScoreState, firstCompletedAt: Date, startsAt: Date): Date {
  return lastUpdate !== null && lastUpdate > startsAt && lastUpdate < firstCompletedAt ? lastUpdate : firstCompletedAt
}
