// A game's time and state as shown. Display only: nothing here closes betting or settles a bet.
import { POSSIBLY_LIVE_MS } from '#domain/limits.ts'
import type { Game } from '#services/contract/contract.ts'
import { minutesSince } from '#ui/lib/time/business-clock.ts'
import { MINUTE_MS } from '#ui/lib/time/durations.ts'

/** Minutes after the start at which lists assume that a game has ended, unless newer scores or prices arrived. */
const FULL_TIME_MINUTES = { footballLike: 90, tennis: 240 } as const
const POSSIBLY_LIVE_MINUTES = POSSIBLY_LIVE_MS / MINUTE_MS

export type Phase = 'upcoming' | 'live' | 'ended' | 'finished'

type GameTiming = Pick<Game, 'sport' | 'commence_time' | 'completed' | 'last_update'> & {
  bookmakers?: Pick<Game['bookmakers'][number], 'last_update'>[]
}

function fullTimeMinutes(sport: string): number {
  return sport === 'tennis' ? FULL_TIME_MINUTES.tennis : FULL_TIME_MINUTES.footballLike
}

/**
 * 'finished' is known, 'ended' only assumed from the time. Real games run longer than the threshold, so a score or
 * price that arrived after it keeps a game live.
 */
export function gamePhase(game: GameTiming, now: number): Phase {
  if (game.completed) return 'finished'
  const minutes = minutesSince(game.commence_time, now)
  if (minutes < 0) return 'upcoming'
  if (minutes >= POSSIBLY_LIVE_MINUTES) return 'ended'
  const threshold = fullTimeMinutes(game.sport)
  return minutes < threshold || hasUpdateAfter(game, threshold) ? 'live' : 'ended'
}

function hasUpdateAfter(game: GameTiming, minutes: number): boolean {
  const updates = [game.last_update, ...(game.bookmakers ?? []).map((book) => book.last_update)]
  return updates.some((at) => at !== null && minutesSince(game.commence_time, Date.parse(at)) >= minutes)
}

/** "0'" before the start, "67'" in play, 'FT' afterwards. */
export function clockText(game: GameTiming, now: number): string {
  const phase = gamePhase(game, now)
  if (phase === 'finished' || phase === 'ended') return 'FT'
  return `${Math.max(0, minutesSince(game.commence_time, now))}'`
}

type GameState = GameTiming & Pick<Game, 'status' | 'period' | 'clock' | 'scores' | 'begun_early'>

/**
 * The event page's status: 'Final', '2H 61:20', 'Q3', 'Set 2', the raw status, 'Live' or 'Not started'. A score or a
 * price in play counts as an update. If there is none since the start: 'No score yet', and 'Awaiting result' once the
 * game has probably ended. 'Begun early' if the provider gives it a score before its start.
 */
export function matchStatus(game: GameState, now: number): string {
  if (game.completed) return 'Final'
  if (game.status) {
    const parts = [periodText(game.sport, game.period), game.clock].filter(Boolean)
    return parts.length > 0 ? parts.join(' ') : game.status
  }
  if (game.begun_early) return 'Begun early'
  const hasScore = game.scores?.some((score) => Number(score.score) > 0) ?? false
  const phase = gamePhase(game, now)
  if (phase === 'ended') return 'Awaiting result'
  const hasUpdate = game.last_update !== null && (hasScore || phase === 'live')
  if (hasUpdate || hasUpdateAfter(game, 0)) return 'Live'
  return phase === 'live' ? 'No score yet' : 'Not started'
}

/** In the words of each sport: '2H', 'Q3', 'P1', '7th', 'Set 2', otherwise 'Period 2'. */
export function periodText(sport: string, period: number | null): string | null {
  if (period === null) return null
  switch (sport) {
    case 'soccer':
      return `${period}H`
    case 'baseball':
      return ordinal(period)
    case 'basketball':
      return `Q${period}`
    case 'icehockey':
      return `P${period}`
    case 'tennis':
      return `Set ${period}`
    default:
      return `Period ${period}`
  }
}

function ordinal(number: number): string {
  const isTeen = number % 100 >= 11 && number % 100 <= 13
  const suffix = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${suffix}`
}

/** A team's score by its name; null while there is none. */
export function scoreOf(game: Pick<Game, 'scores'>, team: string): string | null {
  return game.scores?.find((score) => score.name === team)?.score ?? null
}

/**
 * The score in lists of games. Without one, a live game shows 0; once it is over, a dash, because
 * nobody knows how it ended.
 */
export const shownScore = (game: Pick<Game, 'scores'>, team: string, phase: Phase): string =>
  scoreOf(game, team) ?? (phase === 'live' ? '0' : '–')
