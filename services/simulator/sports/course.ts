// The course of a simulated game. It is fixed from the start; the feed shows only what has happened so far.
import type { Outlook, Score } from './scoring/outlook.ts'

/** True chances of the outcomes, which sum to 1. `draw` is null if the market has none. */
export type Chances = { readonly home: number; readonly draw: number | null; readonly away: number }
/** What a market is about: the whole game including overtimes, or a part of it. */
export type Scope = 'final' | 'regulation' | Period
export type Period = 'h1' | 'q1' | 'p1' | '1st_5_innings'

/** All times are milliseconds of business time. */
export type Course = {
  readonly startsAt: number
  /** The final whistle. */
  readonly endsAt: number
  /** When the last market of the game closes: at the end, or in soccer after ninety minutes. */
  readonly closesAt: number
  /** When the score becomes completed: two to six minutes after the end. */
  readonly completedAt: number
  /** When the market is suspended: around goals, and between regulation and overtime. */
  readonly pauses: readonly (readonly [from: number, to: number])[]
  scoreAt(instant: number): Score
  chancesAt(instant: number): Chances
  /**
   * What markets on the score are priced from. Null if there are none in this sport, or after this part of the game.
   */
  outlookAt(instant: number, scope: Scope): Outlook | null
  /** The score when a part of the game is over. */
  scoreOf(scope: Scope): Score
}

/** For a sport in which only the winner is priced. */
export const winnerOnly = { outlookAt: () => null } as const

/** The chances of winning, from an outlook. `draw`: whether a draw is an outcome; if not, it counts as no bet. */
export function chancesOf({ margin }: Outlook, draw: boolean): Chances {
  const home = margin.over(0)
  const level = margin.at(0)
  if (draw) return { home, draw: level, away: Math.max(0, 1 - home - level) }
  return { home: home / (1 - level || 1), draw: null, away: Math.max(0, 1 - home - level) / (1 - level || 1) }
}
