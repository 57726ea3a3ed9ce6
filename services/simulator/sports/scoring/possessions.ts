// The pace of basketball, and what a possession is worth.
export type Pace = {
  /** Per side in regulation. */
  readonly possessions: number
  /** Per side in an overtime. */
  readonly overtime: number
  readonly quarterMinutes: number
}
export const NBA_PACE: Pace = { possessions: 98, overtime: 11, quarterMinutes: 12 }
export const FIBA_PACE: Pace = { possessions: 72, overtime: 9, quarterMinutes: 11 }

export const FREE_THROW = 0.03
export const THREE = 0.1
/** Chance of two points for teams of equal strength, which makes 1.12 points per possession. */
const TWO = 0.395

/** The chance of two points for a side that is `edge` points better over a game. */
export const twos = (edge: number, { possessions }: Pace): number => TWO + edge / (4 * possessions)

export function pointsOf(draw: number, two: number): number {
  if (draw < two) return 2
  if (draw < two + THREE) return 3
  return draw < two + THREE + FREE_THROW ? 1 : 0
}
