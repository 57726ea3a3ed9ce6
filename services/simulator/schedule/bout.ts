// A bout between two fighters.

import { MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import { between, drawsFor, normal } from '../random.ts'
import { boutCourse } from '../sports/bout.ts'
import { newsOf } from '../sports/news.ts'
import { fightersOf } from './fighters.ts'
import type { BoutLeague } from './leagues/league.ts'
import { idOf, NEWS, type SimulatedGame } from './simulated-game.ts'

/** In standard deviations: about one bout in twenty-five is a draw. */
const DRAW_BELOW = 0.05

/** Bouts end about a period apart; a bout's start depends on its length. */
export function bout(league: BoutLeague, slot: number, key: string): SimulatedGame {
  const draws = drawsFor(`${key}/bout`)
  const endsAt = slot * league.period + league.offset + Math.round(between(-15 * SECOND, 15 * SECOND, draws(0)))
  const length = between(...league.length, draws(1))
  const startsAt = Math.floor((endsAt - length) / MINUTE) * MINUTE
  const listedAt = startsAt - league.listedAhead
  const [home, away] = fightersOf(slot, league.draws)
  const news = newsOf(key, listedAt, startsAt, NEWS.bout)
  const edge = 0.45 * normal(draws(2), draws(3))
  const drawBelow = league.draws ? DRAW_BELOW : 0
  return {
    id: idOf(key),
    league,
    home,
    away,
    listedAt,
    key,
    course: boutCourse({ key, startsAt, endsAt, edge, drawBelow, news }),
    field: null,
  }
}
