// A game of the feed, and the id that follows from its key.

import { hash } from 'node:crypto'
import type { Course } from '../sports/course.ts'
import type { League } from './leagues.ts'

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
}
/** How far news moves a game, on the scale of each sport. */
export const NEWS = { soccer: 0.027, hockey: 0.02, basketball: 0.7, bout: 0.05 } as const

export const idOf = (key: string): string => hash('sha256', `${key}/id`).slice(0, 32)
