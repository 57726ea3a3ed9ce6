// What is watched: a log through its database, or the public part of one.
import type { WitnessPolicy } from '../tree/cosignatures.ts'
import type { VerifierKey } from '../tree/signed-note.ts'
import type { Kept } from '../tree/signed-roots.ts'
import type { News } from './news.ts'
import type { Said } from './said.ts'

/** What the person who watches brings along, wherever the log is. */
export type Brought = {
  /** Checkpoints that the person kept. */
  readonly kept: NonNullable<Kept['checkpoints']>
  readonly keys: readonly VerifierKey[]
  /** The folder for checkpoints that contradict each other. */
  readonly evidence: string
  /** Checkpoints that are not cosigned accordingly are passed over; null if no cosignature is required. */
  readonly witnessed: WitnessPolicy | null
  /** Whether to begin with the checkpoint that the last call remembered, and to remember the newest for the next. */
  readonly remembers: boolean
}

export type Watched = {
  readonly news: News
  /**
   * Looks once, and says what it finds as it finds it. `isLast`: no look follows. Throws if the other side cannot be
   * reached; the next call goes on from there.
   */
  look(isLast: boolean): AsyncGenerator<Said>
  /** Whether a checkpoint of the log was verified by this watch, and not only before it. */
  readonly hasVerified: boolean
  /** What was checked, in words. */
  summary(): string
  /** Drops the connection; the next look opens a new one. */
  disconnect(): Promise<void>
  close(): Promise<void>
}
