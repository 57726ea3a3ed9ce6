// When the ball is in play: spans of play with breaks between them.

export class Timeline {
  readonly #spans: readonly (readonly [from: number, to: number])[]
  /** Total length of the spans. */
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

  /** The instant at which a share of the play is over: the end of a span rather than the start of the next. */
  instantOf(share: number): number {
    let left = share * this.playMs
    for (const [from, to] of this.#spans) {
      if (left <= to - from + 1e-6) return Math.round(from + left)
      left -= to - from
    }
    return this.endsAt
  }
}
