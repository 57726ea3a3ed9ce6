// COPY into several new tables at once, on a connection for each.
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { type CopyStreamQuery, from } from 'pg-copy-streams'
import { connect } from '#services/platform/database/connect.ts'
import { AS_SERVICES } from '#services/platform/database/roles.ts'
import type { Table } from '../table.ts'
import { NEXT, type NextTables } from './next-tables.ts'

const CHUNK = 64 * 1024

type Target = { readonly client: pg.Client; readonly stream: CopyStreamQuery; readonly done: Promise<void> }
type Lines = { readonly table: Table; text: string }

export class CopyIn {
  readonly #url: string
  readonly #tables: NextTables
  readonly #pending = new Map<string, Lines>()
  readonly #targets = new Map<string, Target>()

  constructor(url: string, tables: NextTables) {
    this.#url = url
    this.#tables = tables
  }

  /** Lines as `copyLine` makes them, always with the table's columns in the same order. */
  readonly lines = (table: Table, text: string): void => {
    const lines = this.#pending.get(table.name)
    if (lines === undefined) this.#pending.set(table.name, { table, text })
    else lines.text += text
  }

  /** Sends what has accumulated, at the speed of the database. Throws the database's error. */
  async flush(least = CHUNK): Promise<void> {
    for (const lines of this.#pending.values()) {
      if (lines.text.length <= least) continue
      const target = this.#targets.get(lines.table.name) ?? (await this.#open(lines.table))
      const { text } = lines
      lines.text = ''
      if (!target.stream.write(text)) await Promise.race([once(target.stream, 'drain'), target.done])
    }
  }

  /** Writes everything and commits. */
  async end(): Promise<void> {
    await this.flush(0)
    for (const { stream } of this.#targets.values()) stream.end()
    for (const { done } of this.#targets.values()) await done
    for (const { client } of this.#targets.values()) await client.query('commit')
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#targets.values()].map(({ client }) => client.end()))
  }

  /** Rows of a table created in the same transaction are written frozen: no vacuum has to visit them again. */
  async #open(table: Table): Promise<Target> {
    const settings = `${AS_SERVICES}; set synchronous_commit = off; set search_path = ${NEXT}; begin`
    const client = await connect(this.#url, { name: 'fairbook rebuild', settings })
    await this.#tables.create(client, table.name)
    const columns = Object.keys(table.columns).join(', ')
    const stream = client.query(from(`copy ${table.name} (${columns}) from stdin with (freeze)`))
    const done = finished(stream)
    done.catch(() => undefined)
    const target = { client, stream, done }
    this.#targets.set(table.name, target)
    return target
  }
}
