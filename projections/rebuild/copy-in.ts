// Rows by COPY into several tables at once: a connection for each table.
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { type CopyStreamQuery, from } from 'pg-copy-streams'
import { copyLine, type Row, type Table } from '../table.ts'

const CHUNK = 64 * 1024

type Target = { readonly client: pg.Client; readonly stream: CopyStreamQuery; readonly done: Promise<void> }
type Lines = { readonly table: Table; text: string }

export class CopyIn {
  readonly #url: string
  readonly #schema: string
  readonly #waiting = new Map<string, Lines>()
  readonly #targets = new Map<string, Target>()

  constructor(url: string, schema: string) {
    this.#url = url
    this.#schema = schema
  }

  readonly row = (table: Table, row: Row): void => {
    let lines = this.#waiting.get(table.name)
    if (lines === undefined) {
      lines = { table, text: '' }
      this.#waiting.set(table.name, lines)
    }
    lines.text += copyLine(row)
  }

  /** Sends what has come together, as fast as the database takes it. Throws what the database says of it. */
  async flush(least = CHUNK): Promise<void> {
    for (const lines of this.#waiting.values()) {
      if (lines.text.length <= least) continue
      const target = this.#targets.get(lines.table.name) ?? (await this.#open(lines.table))
      const { text } = lines
      lines.text = ''
      if (!target.stream.write(text)) await Promise.race([once(target.stream, 'drain'), target.done])
    }
  }

  /** Everything is written and seen by others afterwards. */
  async end(): Promise<void> {
    await this.flush(0)
    for (const { stream } of this.#targets.values()) stream.end()
    for (const { done } of this.#targets.values()) await done
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#targets.values()].map(({ client }) => client.end()))
  }

  async #open(table: Table): Promise<Target> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'fairbook rebuild' })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('set synchronous_commit = off')
    const columns = Object.keys(table.columns).join(', ')
    const stream = client.query(from(`copy ${this.#schema}.${table.name} (${columns}) from stdin`))
    const done = finished(stream)
    done.catch(() => undefined)
    const target = { client, stream, done }
    this.#targets.set(table.name, target)
    return target
  }
}
