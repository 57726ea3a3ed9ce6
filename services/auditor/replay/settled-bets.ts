// Settled bets inside the window in which a settlement may be taken back: what has left it needs no memory.
import type { SettledBet } from './entities.ts'

/** Business time after the first settlement of a bet. */
export const RESETTLEMENT_WINDOW_MS = 72 * 3_600_000
/** Bets are forgotten a little later than the window ends, since times of different streams need not be in order. */
const FORGET_AFTER_MS = RESETTLEMENT_WINDOW_MS + 3_600_000

export class SettledBets {
  /** Two halves by age: the older one is dropped as a whole, since removing entry by entry from the front is quadratic. */
  #young = new Map<string, SettledBet>()
  #old = new Map<string, SettledBet>()
  #youngSince = ''

  get(bet: string): SettledBet | undefined {
    return this.#young.get(bet) ?? this.#old.get(bet)
  }

  *values(): Generator<SettledBet> {
    yield* this.#old.values()
    yield* this.#young.values()
  }

  add(settled: SettledBet): void {
    const { settledAt, bet } = settled
    if (this.#youngSince === '') this.#youngSince = settledAt
    if (Date.parse(settledAt) - Date.parse(this.#youngSince) > FORGET_AFTER_MS) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngSince = settledAt
    }
    this.#young.set(bet.owner, settled)
  }

  delete(bet: string): void {
    this.#young.delete(bet)
    this.#old.delete(bet)
  }
}
