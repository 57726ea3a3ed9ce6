// The course of a simulated game. It is fixed from the start; the feed shows only what has happened so far.

/** True chances of the outcomes; `draw` is null if the market has none. They sum to 1. */
export type Chances = { readonly home: number; readonly draw: number | null; readonly away: number }

/** Milliseconds of business time throughout. */
export type Course = {
  readonly startsAt: number
  /** The final whistle. */
  readonly endsAt: number
  /** When scores become completed: two to six minutes after the end. */
  readonly completedAt: number
  /** When the market is suspended: around goals, and between regulation and overtime. */
  readonly pauses: readonly (readonly [from: number, to: number])[]
  scoreAt(instant: number): readonly [home: number, away: number]
  chancesAt(instant: number): Chances
}
