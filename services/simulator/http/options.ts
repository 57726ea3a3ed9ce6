// Options of a simulator.
import type { FaultLevel } from '../faults/random-faults.ts'
import type { MeterOptions } from './credits-meter.ts'

export type SimulatorOptions = MeterOptions & {
  readonly seed: string
  /** The business clock, by which games are played. */
  readonly now: () => Date
  /** Business seconds per system second; 1 by default. */
  readonly speed?: () => number
  /** Sets the clock, if it is one that stands still until it is set. */
  readonly setNow?: (instant: Date) => void
  /** How often something fails by itself; never by default. */
  readonly faults?: FaultLevel
}
