// A game of the feed, and the id that follows from its key.

import { hash } from 'node:crypto'
import type { Course } from '../sports/course.ts'
import type { League } from './leagues/league.ts'

export type SimulatedGame = {
  /** 32 hexadecimal digits. */
  readonly id: string
  readonly league: League
  readonly home: string
  readonly away: string
  readonly listedAt: number
  readonly course: Course
  /** Key of all random numbers of this game. */
  readonly key: string
  /** For a tournament, which has no home and away: who may win, and with what chance at an instant. */
  readonly field: Field | null
}
export type Field = { readonly names: readonly string[]; readonly winner: string; chancesAt(instant: number): number[] }
/** How much a piece of news changes a game, on the scale of each sport. */
export const NEWS = {
  soccer: 0.027,
  hockey: 0.02,
  baseball: 0.02,
  americanfootball: 0.02,
  aussierules: 0.012,
  rugbyleague: 0.022,
  rugbyunion: 0.022,
  basketball: 0.7,
  cricket: 0.06,
  tennis: 0.006,
  bout: 0.05,
  tournament: 0.05,
} as const

export const idOf = (key: string): string => hash('sha256', `${key}/id`).slice(0, 32)
