// During a rebuild, the settled bets that a correction may still reach. The others are forgotten before they are
// written.
import type { CopyLines } from '../projection.ts'
import { copyLine } from '../table.ts'
import { windowStart } from './resettlement-window.ts'
import { type Decision, type Settled, settledBetRow, settledLegRows } from './settlement-rows.ts'
import { settledBet, settledLeg } from './tables.ts'

/** `fixtures`: of all legs; null if an earlier part of the rebuild has written the bet. */
type Kept = { readonly settled: Settled; readonly fixtures: readonly string[] | null }

export class SettledInWindow {
  readonly #copy: CopyLines
  readonly #betsInMemory: number
  /** In order of settlement. */
  #kept: Kept[] = []
  /** By fixture. */
  readonly #decisions = new Map<string, Decision[]>()
  readonly #pinned = new Set<string>()
  #forgetAt: number

  constructor(copy: CopyLines, betsInMemory: number) {
    this.#copy = copy
    this.#betsInMemory = betsInMemory
    this.#forgetAt = betsInMemory
  }

  add(settled: Settled, fixtures: readonly string[] | null): void {
    this.#kept.push({ settled, fixtures })
  }

  /** A bet whose settlement was taken back is written whatever its age, because it may be open again. */
  pin(bet: string): void {
    this.#pinned.add(bet)
  }

  decide(decision: Decision): void {
    const decisions = this.#decisions.get(decision.fixture)
    if (decisions === undefined) this.#decisions.set(decision.fixture, [decision])
    else decisions.push(decision)
  }

  /** Now and then forgets what was settled before this time and not superseded; writes what does not fit in memory. */
  forgetBefore(start: string): void {
    if (this.#kept.length <= this.#forgetAt) return
    this.#kept = this.#kept.filter(
      ({ settled }) => settled.at >= start || this.#pinned.has(settled.bet) || this.#isSuperseded(settled),
    )
    if (this.#kept.length > this.#betsInMemory) this.end()
    this.#forgetAt = this.#kept.length + Math.ceil(this.#betsInMemory / 2)
  }

  #isSuperseded({ at, results }: Settled): boolean {
    for (const [fixture, counted] of results) {
      for (const { result, at: decidedAt } of this.#decisions.get(fixture) ?? []) {
        if (result > counted && at >= windowStart(decidedAt)) return true
      }
    }
    return false
  }

  /** Writes everything that is left. */
  end(): void {
    for (const { settled, fixtures } of this.#kept) {
      if (fixtures !== null) this.#copy(settledBet, copyLine(settledBetRow(settled, fixtures)))
      this.#copy(settledLeg, settledLegRows(settled).map(copyLine).join(''))
    }
    this.#kept = []
  }
}
