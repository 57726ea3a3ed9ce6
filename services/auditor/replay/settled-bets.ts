// Settled bets in the resettlement window. Bets that have left it are forgotten.
import { msOf } from '../events/times/instant.ts'
import type { Spill } from '../spill/spill.ts'
import type { SpillMap } from '../spill/spill-map.ts'
import type { SettledBet } from './entities.ts'

/** Business time from the first settlement of a bet. */
export const RESETTLEMENT_WINDOW_MS = 72 * 3_600_000
/** Bets are forgotten a little after the window ends, since times of different streams need not be in order. */
const FORGET_AFTER_MS = RESETTLEMENT_WINDOW_MS + 3_600_000

/**
 * Bets are kept in parts by age, and the oldest part is dropped whole: removing single entries from the front would be
 * quadratic.
 */
const PARTS = 4
const PART_MS = FORGET_AFTER_MS / (PARTS - 1)

/** `on`: by fixture, the ids of bets with a leg that it decided at least once. */
type Aged = { readonly bets: SpillMap<SettledBet>; readonly on: SpillMap<string[]> }
/** `youngest`: the index of the youngest part, as they were made. */
type Written = { readonly youngest: number; readonly youngSince: string }

export class SettledBets {
  /** Youngest first. */
  #parts: Aged[]
  #youngSince = ''

  /** `entries`: how many bets stay in memory, over all parts. */
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

  /** In the order of settling. Read-only: changes to what is yielded may be lost. */
  *values(): Generator<SettledBet> {
    for (const { bets } of this.#parts.toReversed()) yield* bets.values()
  }

  get(bet: string): SettledBet | undefined {
    return this.#partOf(bet)?.bets.get(bet)
  }

  /** The bets with a leg that the fixture decided. Read-only: changes to what is yielded may be lost. */
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

  /** To be called when its legs have changed. */
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
