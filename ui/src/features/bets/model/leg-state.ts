// A leg as its line shows it: its status, by the recorded result or by the game in play.
import type { BetLeg, Game } from '#services/contract/contract.ts'
import { legStatus } from '#ui/components/bet-status.tsx'
import { messages } from '#ui/lib/messages.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { clockText, gamePhase, scoreOf } from '#ui/model/game/game-status.ts'

export type LegMark = 'won' | 'lost' | 'refunded' | 'not-needed' | 'live' | 'waiting'

export type LegState = { mark: LegMark; score: string | null; clock: string; standing: string }

const FULL_TIME = 'FT'
const IN_PLAY = 'in play'

export function legState(leg: BetLeg, game: Game | undefined, now: number): LegState {
  if (leg.status !== 'pending') return decided(leg)
  if (game === undefined || gamePhase(game, now) === 'upcoming') {
    const hasStarted = Date.parse(leg.commence_time) <= now
    return hasStarted
      ? { mark: 'waiting', score: null, clock: 'started', standing: 'Awaiting result' }
      : {
          mark: 'waiting',
          score: null,
          clock: `starts ${formatDayTime(leg.commence_time)}`,
          standing: messages.bets.status.pending,
        }
  }
  const scores = [scoreOf(game, game.home_team), scoreOf(game, game.away_team)]
  // For some sports the feed has no scores at all: how the leg stands is unknown then.
  const score = scores.includes(null) ? null : scores.join(' - ')
  const clock = clockText(game, now)
  if (clock === FULL_TIME) return { mark: 'waiting', score, clock, standing: 'Awaiting result' }
  return { mark: 'live', score, clock, standing: score === null ? IN_PLAY : standingOf(leg, game, scores.map(Number)) }
}

function decided(leg: BetLeg): LegState {
  const status = legStatus(leg)
  const mark = status === 'half-won' ? 'won' : status === 'half-lost' ? 'lost' : status
  return {
    mark: mark === 'pending' ? 'waiting' : mark,
    score: leg.result === null ? null : `${leg.result.home} - ${leg.result.away}`,
    clock: leg.result === null ? '' : FULL_TIME,
    standing: messages.bets.status[status],
  }
}

/** How a match result or a total stands now: 'ahead', 'level', 'behind', 'needs 1 more'. Any other market: in play. */
function standingOf(leg: BetLeg, game: Game, [home = Number.NaN, away = Number.NaN]: number[]): string {
  const lead = leg.selection === game.away_team ? away - home : home - away
  if (leg.marketName === 'h2h') {
    if (leg.selection === 'Draw') return lead === 0 ? 'level' : 'not level'
    return lead > 0 ? 'ahead' : lead < 0 ? 'behind' : 'level'
  }
  if (leg.marketName === 'totals' && leg.point !== undefined && leg.selection.startsWith('Over')) {
    const missing = Math.floor(leg.point) + 1 - (home + away)
    return missing > 0 ? `needs ${missing} more` : 'over the line'
  }
  return IN_PLAY
}
