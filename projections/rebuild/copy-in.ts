// COPY into several new tables: into large ones while rows come, with a connection each; into small ones when all rows
// are there.
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { type CopyStreamQuery, from } from 'pg-copy-streams'
import { connect } from '#services/platform/database/connect.ts'
import { AS_SERVICES } from '#services/platform/database/roles.ts'
import type { Table } from '../table.ts'
import type { NextTables } from './next-tables.ts'

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
  async flush(): Promise<void> {
    for (const lines of this.#pending.values()) {
      if (lines.text.length <= CHUNK) continue
      await send(lines, this.#targets.get(lines.table.name) ?? (await this.#open(lines.table)))
    }
  }

  /** Writes everything and commits. */
  async end(): Promise<void> {
    for (const [name, target] of this.#targets) {
      await send(this.#pending.get(name)!, target)
      target.stream.end()
    }
    await this.#copySmall([...this.#pending.values()].filter(({ table }) => !this.#targets.has(table.name)))
    for (const { done } of this.#targets.values()) await done
    for (const { client } of this.#targets.values()) await client.query('commit')
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#targets.values()].map(({ client }) => client.end()))
  }

  async #open(table: Table): Promise<Target> {
    const client = await this.#connect()
    const stream = await this.#beginCopy(client, table)
    const done = finished(stream)
    done.catch(() => undefined)
    const target = { client, stream, done }
    this.#targets.set(table.name, target)
    return target
  }

  /** One after the other on one connection, because opening one takes longer than copying a small table. */
  async #copySmall(tables: readonly Lines[]): Promise<void> {
    if (tables.length === 0) return
    const client = await this.#connect()
    try {
      for (const { table, text } of tables) {
        const stream = await this.#beginCopy(client, table)
        stream.end(text)
        await finished(stream)
        await client.query('commit')
      }
    } finally {
      await client.end()
    }
  }

  #connect(): Promise<pg.Client> {
    const settings = `${AS_SERVICES}; set synchronous_commit = off; set search_path = ${this.#tables.schema}`
    return connect(this.#url, { name: 'fairbook rebuild', settings })
  }

  /** Rows of a table created in the same transaction are written frozen, so no vacuum has to visit them again. */
  async #beginCopy(client: pg.Client, table: Table): Promise<CopyStreamQuery> {
    await client.query('begin')
    await this.#tables.create(client, table.name)
    const columns = Object.keys(table.columns).join(', ')
    return client.query(from(`copy ${table.name} (${columns}) from stdin with (freeze)`))
  }
}

async function send(lines: Lines, { stream, done }: Target): Promise<void> {
  const { text } = lines
  lines.text = ''
  if (!stream.write(text)) await Promise.race([once(stream, 'drain'), done])
}
