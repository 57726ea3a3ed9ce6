// The tables of the next version, beside those that are served, and the moment in which they take their place.
import type { ClientBase } from 'pg'
import { statementsOf } from '../definition.ts'
import type { Projection } from '../projection.ts'
import type { Table } from '../table.ts'

/** Where the next version is built. */
export const NEXT = 'app_next'

export class NextTables {
  /** By name, the statements that make a table which is filled by COPY, as long as nobody has made it. */
  readonly #unmade = new Map<string, string[]>()
  /** Keys and indexes, and what the planner wants to know: made once the rows are there. */
  readonly #atTheEnd: string[] = []

  /** Removes what an interrupted rebuild left. Tables that are not filled by COPY are there afterwards. */
  static async begin(client: ClientBase, projections: readonly Projection[]): Promise<NextTables> {
    await dropNextTables(client)
    await client.query(`create schema ${NEXT}`)
    const made = new NextTables()
    for (const projection of projections) {
      const { tables, indexes } = statementsOf(projection)
      if (projection.bulk === undefined) {
        for (const statement of [...tables, ...indexes]) await client.query(statement)
      } else {
        for (const table of projection.scratch ?? []) made.#unmade.set(table.name, [createStatement(table)])
        for (const statement of tables) made.#add(statement)
        made.#atTheEnd.push(...indexes)
      }
      made.#atTheEnd.push(...projection.tables.map(({ name }) => `analyze ${name}`))
    }
    return made
  }

  #add(statement: string): void {
    const name = /^(?:create table|alter table|insert into) (\w+)/.exec(statement)?.[1]
    if (name === undefined) throw new Error(`which table is made by: ${statement}`)
    this.#unmade.set(name, [...(this.#unmade.get(name) ?? []), statement])
  }

  /** Makes one of the tables that are filled by COPY, without its keys, in the transaction that fills it. */
  async make(client: ClientBase, name: string): Promise<void> {
    const statements = this.#unmade.get(name)
    if (statements === undefined) throw new Error(`${name} is made already`)
    this.#unmade.delete(name)
    for (const statement of statements) await client.query(statement)
    const { rows } = await client.query<{ key: string; definition: string }>(
      `select conname as key, pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = '${NEXT}.${name}'::regclass and contype in ('p', 'u')`,
    )
    for (const { key, definition } of rows) {
      await client.query(`alter table ${name} drop constraint ${key}`)
      this.#atTheEnd.unshift(`alter table ${name} add constraint ${key} ${definition}`)
    }
  }

  /** Those that nothing was copied into. */
  async makeRest(client: ClientBase): Promise<void> {
    for (const name of [...this.#unmade.keys()]) await this.make(client, name)
  }

  /** On several connections at once: sorting keeps a processor busy. */
  async finish(clients: readonly ClientBase[]): Promise<void> {
    const waiting = [...this.#atTheEnd]
    const work = async (client: ClientBase) => {
      await client.query(`set maintenance_work_mem = '128MB'`)
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await client.query(next)
    }
    await Promise.all(clients.map(work))
  }
}

export async function dropNextTables(client: ClientBase): Promise<void> {
  await client.query(`drop schema if exists ${NEXT} cascade`)
}

const createStatement = ({ name, columns }: Table): string =>
  `create unlogged table ${name} (${Object.entries(columns)
    .map(([column, type]) => `${column} ${type}`)
    .join(', ')})`

/** Inside a transaction that holds the checkpoints' rows: the old tables go, the new ones are served. */
export async function switchTables(client: ClientBase, served: string, projections: readonly Projection[]) {
  const names = projections.flatMap((projection) => projection.tables.map(({ name }) => name))
  await client.query(`drop table if exists ${names.map((name) => `${served}.${name}`).join(', ')}`)
  for (const name of names) await client.query(`alter table ${NEXT}.${name} set schema ${served}`)
  await client.query(`drop schema ${NEXT} cascade`)
}
