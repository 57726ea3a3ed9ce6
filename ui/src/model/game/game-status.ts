// What a game's time and state look like. Display only: nothing here closes betting or settles anything.
import type { Game } from '#services/contract/contract.ts'
import { minutesSince } from '#ui/lib/time/business-clock.ts'

/** Minutes after the start from which a list takes a game for over, unless something newer is known of it. */
export const FULL_TIME_MINUTES = { footballLike: 90, tennis: 240, helper: 240 } as const
/** From the start until then a game may be in play at all. */
export const POSSIBLY_LIVE_MINUTES = 240

export type Phase = 'upcoming' | 'live' | 'ended' | 'finished'

export type GameTiming = Pick<Game, 'sport' | 'commence_time' | 'completed' | 'last_update'> & {
  bookmakers?: Pick<Game['bookmakers'][number], 'last_update'>[]
}

export function fullTimeMinutes(sport: string): number {
  return sport === 'tennis' ? FULL_TIME_MINUTES.tennis : FULL_TIME_MINUTES.footballLike
}

/**
 * 'finished' is known; 'ended' is assumed from the time alone. Real games outlast the threshold, so a score or a price
 * that is newer than it keeps a game live.
 */
export function gamePhase(game: GameTiming, now: number): Phase {
  if (game.completed) return 'finished'
  const minutes = minutesSince(game.commence_time, now)
  if (minutes < 0) return 'upcoming'
  if (minutes >= POSSIBLY_LIVE_MINUTES) return 'ended'
  const threshold = fullTimeMinutes(game.sport)
  return minutes < threshold || isNewerThan(game, threshold) ? 'live' : 'ended'
}

function isNewerThan(game: GameTiming, minutes: number): boolean {
  const signs = [game.last_update, ...(game.bookmakers ?? []).map((book) => book.last_update)]
  return signs.some((sign) => sign !== null && minutesSince(game.commence_time, Date.parse(sign)) >= minutes)
}

/** "0'" before the start, "67'" in play, 'FT' after it. */
export function clockText(game: GameTiming, now: number): string {
  const phase = gamePhase(game, now)
  if (phase === 'finished' || phase === 'ended') return 'FT'
  return `${Math.max(0, minutesSince(game.commence_time, now))}'`
}

type GameState = GameTiming & Pick<Game, 'status' | 'period' | 'clock' | 'scores'>

/** The event page's status: 'Final', '2H 61:20', 'Q3', 'Set 2', the raw status, 'Live' or 'Not started'. */
export function matchStatus(game: GameState, now: number): string {
  if (game.completed) return 'Final'
  if (game.status) {
    const parts = [periodText(game.sport, game.period), game.clock].filter(Boolean)
    return parts.length > 0 ? parts.join(' ') : game.status
  }
  const scored = game.scores?.some((score) => Number(score.score) > 0) ?? false
  const started = Date.parse(game.commence_time) <= now
  return game.last_update !== null && (scored || started) ? 'Live' : 'Not started'
}

function periodText(sport: string, period: number | null): string | null {
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
  const teen = number % 100 >= 11 && number % 100 <= 13
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}

/** The score of a team by its name; null while there is none. */
export function scoreOf(game: Pick<Game, 'scores'>, team: string): string | null {
  return game.scores?.find((score) => score.name === team)?.score ?? null
}
