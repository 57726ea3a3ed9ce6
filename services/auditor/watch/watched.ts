// What is watched: a log by its database, or what is public of it.
import type { WitnessPolicy } from '../tree/cosignatures.ts'
import type { VerifierKey } from '../tree/signed-note.ts'
import type { Kept } from '../tree/signed-roots.ts'
import type { News } from './news.ts'
import type { Said } from './said.ts'

/** What whoever watches brings along, wherever the log is. */
export type Brought = {
  /** Checkpoints that somebody kept. */
  readonly kept: NonNullable<Kept['checkpoints']>
  readonly keys: readonly VerifierKey[]
  /** The folder for what contradicts each other. */
  readonly evidence: string
  /** Those that are not cosigned so are passed over; null: none are. */
  readonly witnessed: WitnessPolicy | null
  /** Whether it begins with the checkpoint of the last call, and keeps the newest for the next. */
  readonly remembers: boolean
}

export type Watched = {
  readonly news: News
  /**
   * Looks once, and says what it has found as it finds it. `isLast`: nothing comes after it. Throws where the other side
   * cannot be reached, and goes on from there with the next call.
   */
  look(isLast: boolean): AsyncGenerator<Said>
  /** Whether a checkpoint of the log itself was verified, not one from before alone. */
  readonly hasVerified: boolean
  /** What was looked at, in words. */
  summary(): string
  /** Connects anew at the next look. */
  disconnect(): Promise<void>
  close(): Promise<void>
}
