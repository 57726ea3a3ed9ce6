// Whether two listings of the provider are one game. Pure; all times are business times.
//
// The provider gives a game a new id when it replaces its listing. Teams and start do not distinguish that from another
// game of the same teams: in the recordings they meet again at the same home after 17 hours (MLB), 20 (KBO) or 41
// (WNBA), and sooner in double-headers. A game that was called off there is followed by the next one of its series
// under a new id, exactly as if that were the same game (KBO, three times in a month).
import { ONE_GAME_MS } from '#domain/limits.ts'
import { DAY, HOUR } from '#services/platform/clock/durations.ts'
import { familyOf } from '../catalog/catalog.ts'
import { comparable } from '../quotes/names.ts'

/** Whether a game of ours is in the provider's replies that cover its whole league. */
export type Presence =
  | 'listed'
  /** In all but the last of them, so it may be back in the next. */
  | 'missing'
  /** In none of the last few, since before its start. */
  | 'vanished'
  /** Missing since a time after its start. */
  | 'after-start'
  | 'unknown'

/** One id of a fixture, as it was last listed. */
export type Listing = {
  readonly providerId: string
  readonly fixture: string
  readonly firstListedAt: Date
  readonly lastListedAt: Date
  readonly absentSince: Date | null
  /** Complete replies in a row without it, counted up to ABSENCES. */
  readonly absences: number
}

/** This many complete replies without a listing mean that it vanished; a single one may be a slip. */
export const ABSENCES = 2

/**
 * How far apart two starts may be for a new listing to be certainly the same game: less than the shortest time between
 * two games of the same teams at the same home.
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
  // an evening game at eight and one at one o'clock the next day; in ice hockey a late evening and noon
  basketball: 17 * HOUR,
  icehockey: 12 * HOUR,
  // series on consecutive days
  cricket: 12 * HOUR,
  baseball: ONE_GAME_MS,
}
/** Further apart they are two games, and nobody is asked. */
const POSSIBLE_MS = 10 * DAY

const certainMs = (league: string): number => CERTAIN_MS[familyOf(league)] ?? ONE_GAME_MS

type Sides = { readonly home: string; readonly away: string }
/** The same for two games of the same teams at the same home. */
export const sidesKey = ({ home, away }: Sides): string => JSON.stringify([comparable(home), comparable(away)])
/** The same for two games of the same teams, at either home. */
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

/** Whether two of our games were listed as if they were one: only an admin can say which of them was played. */
export const areTwins = (one: Timed, other: Timed): boolean =>
  sidesKey(one) === sidesKey(other) && apartMs(one, other) < ONE_GAME_MS

/** Whether a game that is no longer listed can be continued by a new listing; 'soon' if the next reply will tell. */
export function continuedBy(old: OpenGame, listing: Timed): 'yes' | 'soon' | 'no' {
  if (old.scored || sidesKey(old) !== sidesKey(listing) || apartMs(old, listing) >= certainMs(old.league)) return 'no'
  return old.presence === 'vanished' ? 'yes' : old.presence === 'missing' ? 'soon' : 'no'
}

export type Doubt = 'listed-together' | 'may-meet-again' | 'several-fit' | 'after-start' | 'sides-changed'

/** Why two of our games may be one; null if that is impossible, or cannot be told yet. */
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
