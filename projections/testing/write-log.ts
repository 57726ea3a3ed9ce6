// Writes scenarios into an event store, and reads the read models of a database.
import pg from 'pg'
import { storedMeta } from '#domain/versions/event-versions.ts'
import { encodeEvent } from '#services/event-store/encoding.ts'
import type { EventStore, StreamHead } from '#services/event-store/port.ts'
import { projections } from '../registry.ts'
import type { ScenarioStep } from './scenario.ts'

/** Appends step by step, as one writer would. Returns the number of events. */
export async function writeLog(store: EventStore, steps: readonly ScenarioStep[]): Promise<number> {
  const writer = new LogWriter(store)
  for (const step of steps) await writer.write(step)
  return writer.events
}

export class LogWriter {
  events = 0
  readonly #store: EventStore
  readonly #heads = new Map<string, StreamHead>()

  constructor(store: EventStore) {
    this.#store = store
  }

  /** Position and hash of the step's last event. */
  async write({ stream, meta, events }: ScenarioStep): Promise<{ position: string; hash: string }> {
    const expected = this.#heads.get(stream) ?? { version: -1, hash: null }
    let { version, hash } = expected
    const encoded = events.map((event) => {
      version += 1
      const { type, schema, data } = event
      const one = encodeEvent({
        log: this.#store.logId,
        stream,
        version,
        type,
        schema,
        data,
        meta: storedMeta(type, schema, meta),
        prev: hash,
      })
      hash = one.hash
      return one
    })
    const result = await this.#store.append({ stream, expected, events: encoded })
    if (!result.ok) throw new Error(`${stream} has another head than version ${expected.version}`)
    this.#heads.set(stream, result.head)
    this.events += events.length
    return { position: result.position, hash: result.head.hash! }
  }
}

export type Rows = Readonly<Record<string, unknown[]>>

/**
 * Every row of every read model with its checkpoint, in one snapshot, in an order that depends on nothing but the rows.
 */
export async function readModels(url: string): Promise<Rows> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`begin isolation level repeatable read; set local timezone = 'UTC'`)
    const found: Record<string, unknown[]> = {}
    const tables = ['projection_checkpoint', ...projections.flatMap((one) => one.tables.map(({ name }) => name))]
    for (const table of tables) {
      const { rows } = await client.query(`select to_jsonb(t) as row from app.${table} t order by 1`)
      found[table] = rows.map(({ row }) => row)
    }
    await client.query('commit')
    return found
  } finally {
    await client.end()
  }
}
