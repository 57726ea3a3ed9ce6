// Settled bets inside the window in which a settlement may be taken back: what has left it is forgotten.
import { msOf } from '../events/times/instant.ts'
import type { Spill } from '../spill/spill.ts'
import type { SpillMap } from '../spill/spill-map.ts'
import type { SettledBet } from './entities.ts'

/** Business time after the first settlement of a bet. */
export const RESETTLEMENT_WINDOW_MS = 72 * 3_600_000
/** Bets are forgotten a little later than the window ends, since times of different streams need not be in order. */
const FORGET_AFTER_MS = RESETTLEMENT_WINDOW_MS + 3_600_000

/** By age, the oldest of which is dropped as a whole: to remove entry by entry from the front is quadratic. */
const PARTS = 4
const PART_MS = FORGET_AFTER_MS / (PARTS - 1)

/** `on`: the ids of those that a fixture decided at least once. */
type Aged = { readonly bets: SpillMap<SettledBet>; readonly on: SpillMap<string[]> }
/** `youngest`: which of the parts. */
type Written = { readonly youngest: number; readonly youngSince: string }

export class SettledBets {
  /** The youngest one first. */
  #parts: Aged[]
  #youngSince = ''

  /** `entries`: of all parts in memory. */
  constructor(spill: Spill, entries: number) {
    const made = Array.from({ length: PARTS }, (_, index): Aged => {
      const name = `part ${index + 1} of ${PARTS}`
      const bets = spill.map<SettledBet>(`settled bets, ${name}`, Math.ceil(entries / PARTS), 'text')
      return { bets, on: spill.map(`settled bets by fixture, ${name}`) }
    })
    this.#parts = made
    spill.part('settled bets', {
      write: (): Written => ({ youngest: made.indexOf(this.#young), youngSince: this.#youngSince }),
      read: ({ youngest, youngSince }: Written) => {
        this.#parts = [...made.slice(youngest), ...made.slice(0, youngest)]
        this.#youngSince = youngSince
      },
    })
  }

  get #young(): Aged {
    return this.#parts[0]!
  }

  /** In the order of settling, to be read. */
  *values(): Generator<SettledBet> {
    for (const { bets } of this.#parts.toReversed()) yield* bets.values()
  }

  get(bet: string): SettledBet | undefined {
    return this.#partOf(bet)?.bets.get(bet)
  }

  /** Those with a leg that was decided by the fixture, to be read. */
  *on(fixture: string): Generator<SettledBet> {
    const ids = new Set(this.#parts.toReversed().flatMap(({ on }) => on.peek(fixture) ?? []))
    for (const id of ids) {
      const settled = this.#partOf(id)?.bets.peek(id)
      if (settled !== undefined) yield settled
    }
  }

  add(settled: SettledBet): void {
    const { settledAt, bet } = settled
    if (this.#youngSince === '') this.#youngSince = settledAt
    if (msOf(settledAt) - msOf(this.#youngSince) > PART_MS) {
      const emptied = this.#parts.pop()!
      emptied.bets.clear()
      emptied.on.clear()
      this.#parts.unshift(emptied)
      this.#youngSince = settledAt
    }
    this.#young.bets.set(bet.owner, settled)
    list(settled, this.#young)
  }

  /** Where its legs are others than before. */
  list(settled: SettledBet): void {
    list(settled, this.#partOf(settled.bet.owner) ?? this.#young)
  }

  delete(bet: string): void {
    for (const { bets } of this.#parts) bets.delete(bet)
  }

  #partOf(bet: string): Aged | undefined {
    return this.#parts.find(({ bets }) => bets.has(bet))
  }
}

function list({ bet, legs }: SettledBet, { on }: Aged): void {
  for (const { fixture } of legs) {
    const ids = on.get(fixture)
    if (ids === undefined) on.set(fixture, [bet.owner])
    else ids.push(bet.owner)
  }
}
