// The tables of the next version, built beside those that are served until they replace them.
import type { ClientBase } from 'pg'
import { statementsOf } from '../ddl.ts'
import type { Projection } from '../projection.ts'
import { SERVED } from '../runner/fold-connection.ts'
import type { Table } from '../table.ts'

/** The schema that the next version is built in. */
export const NEXT = 'app_next'

export class NextTables {
  /** By name, the statements that create a table which is filled by COPY, until it is created. */
  readonly #pending = new Map<string, string[]>()
  /** Keys, indexes and statistics: created once the rows are there. */
  readonly #deferred: string[] = []

  /** Removes the remains of an interrupted rebuild, and creates the tables that are not filled by COPY. */
  static async begin(client: ClientBase, projections: readonly Projection[]): Promise<NextTables> {
    await dropNextTables(client)
    await client.query(`create schema ${NEXT}`)
    const next = new NextTables()
    for (const projection of projections) {
      const { tables, indexes } = statementsOf(projection)
      if (projection.bulk === undefined) {
        for (const statement of [...tables, ...indexes]) await client.query(statement)
      } else {
        for (const table of projection.scratch ?? []) next.#pending.set(table.name, [createStatement(table)])
        for (const statement of tables) next.#add(statement)
        next.#deferred.push(...indexes)
      }
      next.#deferred.push(...projection.tables.map(({ name }) => `analyze ${name}`))
    }
    return next
  }

  #add(statement: string): void {
    const name = /^(?:create table|alter table|insert into) (\w+)/.exec(statement)?.[1]
    if (name === undefined) throw new Error(`not a statement about a table: ${statement}`)
    this.#pending.set(name, [...(this.#pending.get(name) ?? []), statement])
  }

  /** Creates one of the tables that are filled by COPY, without its keys, in the transaction that fills it. */
  async create(client: ClientBase, name: string): Promise<void> {
    const statements = this.#pending.get(name)
    if (statements === undefined) throw new Error(`${name} has already been created`)
    this.#pending.delete(name)
    for (const statement of statements) await client.query(statement)
    const { rows } = await client.query<{ key: string; definition: string }>(
      `select conname as key, pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = '${NEXT}.${name}'::regclass and contype in ('p', 'u')`,
    )
    for (const { key, definition } of rows) {
      await client.query(`alter table ${name} drop constraint ${key}`)
      this.#deferred.unshift(`alter table ${name} add constraint ${key} ${definition}`)
    }
  }

  /** Creates the tables that nothing was copied into. */
  async createRest(client: ClientBase): Promise<void> {
    for (const name of [...this.#pending.keys()]) await this.create(client, name)
  }

  /** On several connections in parallel: sorting is bound by the processor. */
  async finish(clients: readonly ClientBase[]): Promise<void> {
    const waiting = [...this.#deferred]
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

/** Those that are served and those that are to be, with their schemas. */
export async function tablesOf(client: ClientBase, projections: readonly Projection[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('${SERVED}', '${NEXT}') and tablename = any($1)`,
    [namesOf(projections)],
  )
  return rows.map(({ name }) => name)
}

/** In a transaction that has locked the checkpoints: drops the old tables and serves the new ones. */
export async function switchTables(client: ClientBase, projections: readonly Projection[]) {
  const names = namesOf(projections)
  await client.query(`drop table if exists ${names.map((name) => `${SERVED}.${name}`).join(', ')}`)
  for (const name of names) await client.query(`alter table ${NEXT}.${name} set schema ${SERVED}`)
  await client.query(`drop schema ${NEXT} cascade`)
}

const namesOf = (projections: readonly Projection[]): string[] =>
  projections.flatMap((projection) => projection.tables.map(({ name }) => name))
