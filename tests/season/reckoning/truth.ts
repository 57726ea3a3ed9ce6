// Compares how legs were graded with how the games went, according to the simulator's own rules.

import type { GradedLeg, Leg } from '#domain/bet/bet-events.ts'
import { marketOf } from '#domain/settlement/markets.ts'
import { selectionName } from '#domain/settlement/selection-names.ts'
import { cameTo } from '#services/simulator/testing/season.ts'
import type { PlayedGame } from './games.ts'

/** Void for a reason other than the score. */
const NOT_BY_SCORE = new Set(['late', 'abandoned', 'not-completed', 'no-result', 'by-hand'])

/** What is wrong with a grade; null if nothing is. */
export function wrongGrade(leg: Leg, graded: GradedLeg, { game }: PlayedGame): string | null {
  const { grade, voidReason } = graded
  if (voidReason !== undefined && NOT_BY_SCORE.has(voidReason)) return null
  const { selection, market, point } = leg
  const kind = marketOf(market)!.kind
  const [team = '', side] = selection.split('-')
  const ofTeam = kind === 'team_totals'
  const name = selectionName(kind, ofTeam ? side! : selection, undefined, game)
  const outcome = {
    ...{ name, price: 2 },
    ...(point === undefined ? {} : { point: Number(point) }),
    ...(ofTeam ? { description: team === 'home' ? game.home : game.away } : {}),
  }
  const hasDraw = leg.drawOffered === true || kind === 'h2h_3_way'
  const results = [game.home, game.away, ...(hasDraw ? ['Draw'] : [])].map((name) => ({ name, price: 2 }))
  const { won, lost } = cameTo(game, market, results, outcome)
  const expected = won === 1 ? 'won' : lost === 1 ? 'lost' : won > 0 ? 'half-won' : lost > 0 ? 'half-lost' : 'void'
  const about = `${leg.league} ${market} ${selection} ${point ?? ''} of ${game.key}`
  return grade === expected ? null : `${about}: ${grade} (${voidReason ?? ''}) instead of ${expected}`
}
