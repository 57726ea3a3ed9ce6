// Rows by COPY into several new tables at once: a connection for each table.
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { type CopyStreamQuery, from } from 'pg-copy-streams'
import type { Table } from '../table.ts'
import { NEXT, type NextTables } from './next-tables.ts'

const CHUNK = 64 * 1024

type Target = { readonly client: pg.Client; readonly stream: CopyStreamQuery; readonly done: Promise<void> }
type Lines = { readonly table: Table; text: string }

export class CopyIn {
  readonly #url: string
  readonly #tables: NextTables
  readonly #waiting = new Map<string, Lines>()
  readonly #targets = new Map<string, Target>()

  constructor(url: string, tables: NextTables) {
    this.#url = url
    this.#tables = tables
  }

  /** Lines as `copyLine` makes them, always with the table's columns in the same order. */
  readonly lines = (table: Table, text: string): void => {
    const lines = this.#waiting.get(table.name)
    if (lines === undefined) this.#waiting.set(table.name, { table, text })
    else lines.text += text
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
    for (const { client } of this.#targets.values()) await client.query('commit')
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#targets.values()].map(({ client }) => client.end()))
  }

  /** Rows of a table made in the same transaction are frozen as they come: nobody has to touch them again. */
  async #open(table: Table): Promise<Target> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'fairbook rebuild' })
    client.on('error', () => undefined)
    await client.connect()
    await client.query(`set synchronous_commit = off; set search_path = ${NEXT}; begin`)
    await this.#tables.make(client, table.name)
    const columns = Object.keys(table.columns).join(', ')
    const stream = client.query(from(`copy ${table.name} (${columns}) from stdin with (freeze)`))
    const done = finished(stream)
    done.catch(() => undefined)
    const target = { client, stream, done }
    this.#targets.set(table.name, target)
    return target
  }
}
