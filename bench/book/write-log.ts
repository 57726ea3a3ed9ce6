// Writes a made book's events straight into the log of a new database, by COPY, as its appends would have stored them.
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import { storedMeta } from '#domain/versions/event-versions.ts'
import { copyLine } from '#projections/table.ts'
import type { ScenarioStep } from '#projections/testing/scenario.ts'
import { encodeEvent } from '#services/event-store/encoding.ts'
import { connect } from '#services/platform/database/connect.ts'

const CHUNK = 256 * 1024

type Head = { readonly version: number; readonly hash: string | null }
const NONE: Head = { version: -1, hash: null }

/** `ownerUrl`: of the role that owns the log, which has at least its first event. */
export async function copyIntoLog(
  ownerUrl: string,
  logId: string,
  steps: AsyncIterable<readonly ScenarioStep[]>,
  onProgress: (events: number) => void,
): Promise<void> {
  const client = await connect(ownerUrl, { name: 'fairbook made book' })
  try {
    const { rows } = await client.query<{ last: number }>('select max(position)::int as last from log.events')
    const { rows: ends } = await client.query<Head & { stream: string }>(
      `select distinct on (stream) stream, version, encode(hash, 'hex') as hash from log.events order by stream, version desc`,
    )
    const stream = client.query(from('copy log.events (position, stream, version, type, hash, body) from stdin'))
    const done = finished(stream)
    done.catch(() => undefined)
    const heads = new Map<string, Head>(ends.map(({ stream, ...head }) => [stream, head]))
    let position = rows[0]!.last
    let text = ''
    for await (const some of steps) {
      for (const step of some) for (const line of linesOf(step, logId, heads)) text += copyLine([++position, ...line])
      if (text.length < CHUNK) continue
      if (!stream.write(text)) await once(stream, 'drain')
      text = ''
      onProgress(position)
    }
    stream.end(text)
    await done
    await client.query('analyze log.events')
  } finally {
    await client.end()
  }
}

function linesOf({ stream, meta, events }: ScenarioStep, log: string, heads: Map<string, Head>): (string | number)[][] {
  let { version, hash: prev } = heads.get(stream) ?? NONE
  const lines = events.map(({ type, schema, data }) => {
    version += 1
    const stored = storedMeta(type, schema, meta)
    const { hash, body } = encodeEvent({ log, stream, version, type, schema, data, meta: stored, prev })
    prev = hash
    return [stream, version, type, `\\x${hash}`, body]
  })
  heads.set(stream, { version, hash: prev })
  return lines
}
