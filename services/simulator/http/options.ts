// What a simulator is made with.
import type { FaultLevel } from '../faults/random-faults.ts'
import type { MeterOptions } from './credits-meter.ts'

export type SimulatorOptions = MeterOptions & {
  readonly seed: string
  /** The business clock, which games are played by. */
  readonly now: () => Date
  /** Business seconds per system second; 1 by default. */
  readonly speed?: () => number
  /** Sets the clock, where it is one that stands still until it is set. */
  readonly setNow?: (instant: Date) => void
  /** How often something goes wrong by itself: never, by default. */
  readonly faults?: FaultLevel
}
