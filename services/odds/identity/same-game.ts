// Whether two listings of the provider are one game. Pure; all times are business times.
//
// The provider gives a game a new id where its listing is replaced. Teams and start do not tell that from another game of
// the same teams: in the recordings they meet again at the same home after 17 hours (MLB), 20 (KBO) or 41 (WNBA), double-headers
// sooner. A game that was called off there is followed by the next one of its series under a new id, exactly as if it were the
// same (KBO, three times in a month).
import { ONE_GAME_MS } from '#domain/limits.ts'
import { DAY, HOUR } from '#services/platform/clock/durations.ts'
import { familyOf } from '../catalog/catalog.ts'
import { comparable } from '../quotes/names.ts'

/** Where a game of ours is in the provider's answers that cover its whole league. */
export type Presence =
  | 'listed'
  /** In all but the last of them: it may be back in the next. */
  | 'missing'
  /** In none of several in a row, from before its start. */
  | 'vanished'
  /** Missing since after its start. */
  | 'after-start'
  | 'unknown'

/** One id of a fixture, as it was last listed. */
export type Listing = {
  readonly providerId: string
  readonly fixture: string
  readonly firstListedAt: Date
  readonly lastListedAt: Date
  readonly absentSince: Date | null
  /** Complete answers in a row without it, counted up to ABSENCES. */
  readonly absences: number
}

/** So many complete answers without a listing mean that it vanished: a single one may be a slip. */
export const ABSENCES = 2

/**
 * How far a game may be put off, or brought forward, for a new listing to be certainly the same: less than the shortest time
 * between two games of the same teams at the same home.
 */
const CERTAIN_MS: Readonly<Record<string, number>> = {
  soccer: 10 * DAY,
  americanfootball: 10 * DAY,
  aussierules: 10 * DAY,
  rugby: 10 * DAY,
  mma: 10 * DAY,
  boxing: 10 * DAY,
  // the finals of a season have a group stage
  tennis: 36 * HOUR,
  // an evening at eight, and one o'clock on the next day; in ice hockey a late evening, and noon
  basketball: 17 * HOUR,
  icehockey: 12 * HOUR,
  // series on consecutive days
  cricket: 12 * HOUR,
  baseball: ONE_GAME_MS,
}
/** Further apart they are two games: nobody is asked. */
const POSSIBLE_MS = 10 * DAY

const certainMs = (league: string): number => CERTAIN_MS[familyOf(league)] ?? ONE_GAME_MS

type Sides = { readonly home: string; readonly away: string }
/** The same for two games of the same teams at the same home. */
export const sidesKey = ({ home, away }: Sides): string => JSON.stringify([comparable(home), comparable(away)])
/** The same for two games of the same teams, wherever they play. */
export const teamsKey = ({ home, away }: Sides): string => JSON.stringify([comparable(home), comparable(away)].sort())

export function presenceOf(listings: readonly Listing[], startsAt: Date): Presence {
  if (listings.length === 0) return 'unknown'
  if (listings.some(({ absences }) => absences === 0)) return 'listed'
  const since = Math.max(...listings.map(({ absentSince }) => absentSince?.getTime() ?? Number.POSITIVE_INFINITY))
  if (since >= startsAt.getTime()) return 'after-start'
  return listings.every(({ absences }) => absences >= ABSENCES) ? 'vanished' : 'missing'
}

type Timed = Sides & { readonly league: string; readonly startsAt: Date }
/** A game of ours that is not decided. `scored`: a score or a completed read is known. */
export type OpenGame = Timed & {
  readonly id: string
  readonly scored: boolean
  readonly presence: Presence
  readonly firstListedAt: Date
  readonly lastListedAt: Date
}

const apartMs = (one: Timed, other: Timed): number => Math.abs(one.startsAt.getTime() - other.startsAt.getTime())

/** Whether two games of ours were listed as if they were one: which of them was played, only an admin can say. */
export const areTwins = (one: Timed, other: Timed): boolean =>
  sidesKey(one) === sidesKey(other) && apartMs(one, other) < ONE_GAME_MS

/** Whether a game that is not listed any more can be continued by a new listing: 'soon' if the next answer will tell. */
export function continuedBy(old: OpenGame, listing: Timed): 'yes' | 'soon' | 'no' {
  if (old.scored || sidesKey(old) !== sidesKey(listing) || apartMs(old, listing) >= certainMs(old.league)) return 'no'
  return old.presence === 'vanished' ? 'yes' : old.presence === 'missing' ? 'soon' : 'no'
}

export type Doubt = 'listed-together' | 'may-meet-again' | 'several-fit' | 'after-start' | 'sides-changed'

/** Why two games of ours may be one; null if that is out of the question, or not to be told yet. */
export function doubtOf(old: OpenGame, listed: OpenGame): Doubt | null {
  if (old.scored || listed.presence !== 'listed' || old.presence === 'missing' || old.presence === 'unknown')
    return null
  const apart = apartMs(old, listed)
  const atOnce = apart < ONE_GAME_MS
  if (sidesKey(old) !== sidesKey(listed)) return atOnce ? 'sides-changed' : null
  if (old.presence === 'listed') return atOnce ? 'listed-together' : null
  if (old.presence === 'after-start') return atOnce ? 'after-start' : null
  const overlapped = listed.firstListedAt <= old.lastListedAt
  if (apart < certainMs(old.league)) return overlapped ? 'listed-together' : 'several-fit'
  return apart <= POSSIBLE_MS && !overlapped ? 'may-meet-again' : null
}
