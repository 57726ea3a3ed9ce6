// What is watched: a log by its database, or what is public of it.
import type { News } from './news.ts'
import type { Said } from './said.ts'

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
