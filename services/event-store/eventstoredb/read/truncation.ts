// What may remove events of a ledger on EventStoreDB: deletions, and stream settings that let the server discard
// events.
import type { Position } from '../../port.ts'
import type { Link } from '../connection/connection.ts'
import { type Filter, readAllRequest } from '../wire/requests.ts'
import type { StreamNames } from '../wire/stream-names.ts'

/** One reason why a stream of ours has lost events, or may lose them. */
export type Truncation = {
  readonly stream: string
  /** The stream setting as the server names it; `deleted` if the stream was hard-deleted. */
  readonly by: '$maxAge' | '$maxCount' | '$tb' | 'deleted'
  /**
   * The value of the setting: seconds, events, or the first version kept. A soft delete is a `$tb` beyond all versions.
   */
  readonly value: number | null
}

const SETTINGS = ['$maxAge', '$maxCount', '$tb'] as const
/** The events in which the server records settings and deletions of any stream. */
const SYSTEM_STREAM: Filter = { type: { prefixes: ['$metadata', '$streamDeleted'] } }
const METADATA = '$$'

/**
 * The truncations of all our streams, as they are now. `from`: position of the log's first event; the server searches
 * everything after it. Throws StoreUnavailable, LogIdentityMismatch.
 */
export async function findTruncations(
  link: Link,
  names: StreamNames,
  from: Position,
  replyMs: number,
): Promise<Truncation[]> {
  const found = new Map<string, Truncation[]>()
  const read = link.read(readAllRequest(from, 'forwards', SYSTEM_STREAM))
  for await (const replies of read.pages(replyMs, () => link.reader.ping())) {
    for (const record of replies) {
      if (record === null) continue
      const isMetadata = record.stream.startsWith(METADATA)
      const stream = names.fromServer(isMetadata ? record.stream.slice(METADATA.length) : record.stream)
      if (stream === null) continue
      if (isMetadata) found.set(stream, truncationsIn(stream, record.data))
      else found.set(stream, [{ stream, by: 'deleted', value: null }])
    }
  }
  return [...found.values()].flat()
}

/** A stream's latest settings replace all earlier ones. */
function truncationsIn(stream: string, data: Uint8Array): Truncation[] {
  const settings = settingsIn(data)
  return SETTINGS.flatMap((by) => {
    const value = settings[by]
    return typeof value === 'number' && !(by === '$tb' && value <= 0) ? [{ stream, by, value }] : []
  })
}

function settingsIn(data: Uint8Array): Record<string, unknown> {
  try {
    const settings: unknown = JSON.parse(Buffer.from(data).toString())
    return typeof settings === 'object' && settings !== null ? (settings as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** One line that people read. */
export function describeTruncations(found: readonly Truncation[]): string {
  const some = found.slice(0, 5).map(({ stream, by, value }) => `${stream} (${by}${value === null ? '' : ` ${value}`})`)
  const more = found.length > some.length ? ` and ${found.length - some.length} more` : ''
  return `the event store has lost events of the log or may lose them: ${some.join(', ')}${more}`
}
