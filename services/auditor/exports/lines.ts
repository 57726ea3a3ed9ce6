// An event as a line of a jsonl export. There is exactly one way to write it, so that a line that was touched is always
// noticed.
import type { LogRow } from '../events/log-row.ts'

/** The file of a jsonl export. */
export const EVENTS_FILE = 'events.jsonl'

/** An append has at most 1 MiB; escaping quotes and backslashes at most doubles it. */
export const MAX_LINE_BYTES = 4 * 1_048_576

const HASH = /^[0-9a-f]{64}$/

/** The fields of a row that do not depend on the store. */
type Stored = Pick<LogRow, 'number' | 'stream' | 'version' | 'type' | 'hash' | 'body'>

/** The line, without its line feed. `body`: the canonical text whose bytes are hashed. */
export const lineOf = ({ number, stream, version, type, hash, body }: Stored): string =>
  JSON.stringify({ number, stream, version, type, hash, body })

/** Reads a line; null if no export would write it like this. `position`: the number of the line. */
export function rowOf(line: string, position: number): LogRow | null {
  const value = parsed(line)
  if (value === null) return null
  const { number, stream, version, type, hash, body } = value
  if (!isCount(number) || !isCount(version)) return null
  if (typeof stream !== 'string' || typeof type !== 'string' || typeof body !== 'string') return null
  if (typeof hash !== 'string' || !HASH.test(hash)) return null
  const stored = { number, stream, version, type, hash, body }
  if (lineOf(stored) !== line) return null
  return { ...stored, position: `line ${position}`, id: null, storedAt: null }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function parsed(line: string): Partial<Record<keyof Stored, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
