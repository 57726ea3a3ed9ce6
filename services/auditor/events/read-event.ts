// An event as it was read, before it was folded.
import type { Body } from './body.ts'
import type { LogRow } from './log-row.ts'

/** `digest`: SHA-256 of the stored body in hex. `body`: null if it could not be read. */
export type ReadEvent = {
  readonly row: LogRow
  readonly digest: string
  readonly body: Body | null
}
