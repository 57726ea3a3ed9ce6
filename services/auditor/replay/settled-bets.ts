// Settled bets inside the window in which a settlement may be taken back: what has left it is forgotten.
import type { Spill } from '../spill/spill.ts'
import type { SpillMap } from '../spill/spill-map.ts'
import type { SettledBet } from './entities.ts'

/** Business time after the first settlement of a bet. */
export const RESETTLEMENT_WINDOW_MS = 72 * 3_600_000
/** Bets are forgotten a little later than the window ends, since times of different streams need not be in order. */
const FORGET_AFTER_MS = RESETTLEMENT_WINDOW_MS + 3_600_000

/** `on`: the ids of those that a fixture decided at least once. */
type Half = { readonly bets: SpillMap<SettledBet>; readonly on: SpillMap<string[]> }
/** `young`: which of the halves. */
type Written = { readonly young: number; readonly youngSince: string }

export class SettledBets {
  /** Two halves by age: the older one is dropped as a whole, since removing entry by entry from the front is quadratic. */
  #young: Half
  #old: Half
  #youngSince = ''

  /** `entries`: of each half in memory. */
  constructor(spill: Spill, entries: number) {
    const halfOf = (name: string): Half => ({
      bets: spill.map(`settled bets, ${name}`, entries, 'text'),
      on: spill.map(`settled bets by fixture, ${name}`),
    })
    const halves = [halfOf('one half'), halfOf('other half')] as const
    this.#young = halves[0]
    this.#old = halves[1]
    spill.part('settled bets', {
      write: (): Written => ({ young: halves.indexOf(this.#young), youngSince: this.#youngSince }),
      read: ({ young, youngSince }: Written) => {
        this.#young = halves[young]!
        this.#old = halves[1 - young]!
        this.#youngSince = youngSince
      },
    })
  }

  /** In the order of settling, to be read. */
  *values(): Generator<SettledBet> {
    for (const { bets } of [this.#old, this.#young]) yield* bets.values()
  }

  get(bet: string): SettledBet | undefined {
    return this.#young.bets.get(bet) ?? this.#old.bets.get(bet)
  }

  /** Those with a leg that was decided by the fixture, to be read. */
  *on(fixture: string): Generator<SettledBet> {
    const halves = [this.#old, this.#young]
    const ids = new Set(halves.flatMap(({ on }) => on.peek(fixture) ?? []))
    for (const id of ids) {
      const settled = this.#young.bets.peek(id) ?? this.#old.bets.peek(id)
      if (settled !== undefined) yield settled
    }
  }

  add(settled: SettledBet): void {
    const { settledAt, bet } = settled
    if (this.#youngSince === '') this.#youngSince = settledAt
    if (Date.parse(settledAt) - Date.parse(this.#youngSince) > FORGET_AFTER_MS) {
      const emptied = this.#old
      this.#old = this.#young
      emptied.bets.clear()
      emptied.on.clear()
      this.#young = emptied
      this.#youngSince = settledAt
    }
    this.#young.bets.set(bet.owner, settled)
    this.list(settled)
  }

  /** Where its legs are others than before. */
  list({ bet, legs }: SettledBet): void {
    const half = this.#young.bets.has(bet.owner) ? this.#young : this.#old
    for (const { fixture } of legs) {
      const ids = half.on.get(fixture)
      if (ids === undefined) half.on.set(fixture, [bet.owner])
      else ids.push(bet.owner)
    }
  }

  delete(bet: string): void {
    this.#young.bets.delete(bet)
    this.#old.bets.delete(bet)
  }
}
