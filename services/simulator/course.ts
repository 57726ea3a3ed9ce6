// What a simulated game is made of: its course is fixed from the start, the feed only shows as much as has happened.

/** True chances of the outcomes; `draw` is null where the market has none. They sum to 1. */
export type Chances = { readonly home: number; readonly draw: number | null; readonly away: number }

/** Milliseconds of business time throughout. */
export type Course = {
  readonly startsAt: number
  /** The final whistle. */
  readonly endsAt: number
  /** From here on the scores say completed: two to six minutes after the end. */
  readonly completedAt: number
  /** Spans without a market: round goals, and between regulation and overtime. */
  readonly pauses: readonly (readonly [from: number, to: number])[]
  scoreAt(instant: number): readonly [home: number, away: number]
  chancesAt(instant: number): Chances
}

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** When the ball is in play: spans of play in real time, with the breaks between them. */
export class Timeline {
  readonly #spans: readonly (readonly [from: number, to: number])[]
  /** Sum of the spans: what a clock that stops in the breaks would show at the end. */
  readonly playMs: number

  /** `spans` in order, as instants. */
  constructor(spans: readonly (readonly [from: number, to: number])[]) {
    this.#spans = spans
    this.playMs = spans.reduce((sum, [from, to]) => sum + to - from, 0)
  }

  get endsAt(): number {
    return this.#spans.at(-1)![1]
  }

  /** Share of the play that is over at an instant, 0 to 1. */
  played(instant: number): number {
    let done = 0
    for (const [from, to] of this.#spans) done += Math.min(Math.max(instant - from, 0), to - from)
    return done / this.playMs
  }

  /** The instant at which a share of the play is over. */
  instantOf(share: number): number {
    let left = share * this.playMs
    for (const [from, to] of this.#spans) {
      if (left < to - from) return Math.round(from + left)
      left -= to - from
    }
    return this.endsAt
  }
}
