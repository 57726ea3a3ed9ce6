// The hash chain of each stream.
import type { LogRow } from '../../events/log-row.ts'
import type { Reading } from '../../events/read-body.ts'
import type { Findings } from '../../findings/findings.ts'
import type { Stream } from '../entities.ts'

/** Checks that versions have no gaps, and that each event names the hash of the event before it in its stream. */
export function checkChain(row: LogRow, reading: Reading, stream: Stream, findings: Findings): void {
  const version = reading.kind === 'event' ? reading.body.version : row.version
  if (version !== stream.version + 1) findings.at(row, 'version_gap', stream.version + 1, version)
  if (reading.kind !== 'broken') {
    const prev = reading.kind === 'event' ? reading.body.prev : reading.prev
    // a stored hash that does not match its body was reported for that event, so here either is accepted
    if (prev !== stream.hash && prev !== stream.digest) findings.at(row, 'chain_broken', stream.hash, prev)
  }
  stream.version = version
  stream.hash = row.hash
  stream.digest = reading.digest
}
