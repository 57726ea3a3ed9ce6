// The resettlement window by the auditor's own reading: which settlements a later result still reaches.
import type { LegSettled } from '../../events/payloads.ts'
import type { Spill } from '../../spill/spill.ts'
import type { SpillMap } from '../../spill/spill-map.ts'

/** Business time during which a corrected result reaches a settled bet. */
const WINDOW_MS = 3 * 24 * 3_600_000

export type SettledLeg = Pick<LegSettled, 'fixture' | 'result'>
export type Settlement = { readonly at: string; readonly legs: readonly SettledLeg[] }

/**
 * What has left the window is kept for another hour, since business times of different streams need not be in order.
 */
const FORGET_LATER_MS = 3_600_000

const windowStart = (at: string): string => new Date(Date.parse(at) - WINDOW_MS).toISOString()

type Decision = { readonly version: number; readonly since: string }

export class Corrections {
  /** By fixture, each event that decided it. `since`: the start of that event's window. */
  readonly #decisions: SpillMap<Decision[]>
  #start = ''

  constructor(spill: Spill) {
    spill.part('beginning of the window', {
      write: () => this.#start,
      read: (start: string) => {
        this.#start = start
      },
    })
    this.#decisions = spill.map('decisions of fixtures')
  }

  /** To be called with the business time of each settlement and decision. */
  passed(at: string): void {
    const start = new Date(Date.parse(at) - WINDOW_MS - FORGET_LATER_MS).toISOString()
    if (start > this.#start) this.#start = start
  }

  decided(fixture: string, version: number, at: string): void {
    const decision = { version, since: windowStart(at) }
    const earlier = this.#decisions.get(fixture)
    if (earlier === undefined) this.#decisions.set(fixture, [decision])
    else earlier.push(decision)
    this.passed(at)
  }

  /** Whether no correction can reach a settlement of this time any more. */
  isOver(settledAt: string): boolean {
    return settledAt < this.#start
  }

  supersedes({ fixture, result }: SettledLeg, settledAt: string): boolean {
    // not `peek`: the fixture should stay in memory, since many bets on it are checked within a few days
    const decisions = this.#decisions.get(fixture) ?? []
    return decisions.some(({ version, since }) => version > result && settledAt >= since)
  }

  inForce(fixture: string): number | undefined {
    return this.#decisions.peek(fixture)?.at(-1)?.version
  }

  /** The decisions of fixtures that were decided more than once. */
  *again(): Generator<{ readonly fixture: string; readonly version: number; readonly since: string }> {
    for (const [fixture, decisions] of this.#decisions) {
      if (decisions.length > 1) for (const decision of decisions) yield { fixture, ...decision }
    }
  }
}
