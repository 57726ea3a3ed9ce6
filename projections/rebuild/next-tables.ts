// The tables of the next version, built beside those that are served until they replace them.
import { randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'
import { isBlocked } from '#services/platform/database/vacuums.ts'
import { statementsOf } from '../ddl.ts'
import type { Projection } from '../projection.ts'
import { SERVED } from '../runner/fold-connection.ts'
import type { Table } from '../table.ts'

/** The prefix of the schemas in which next versions are built. */
const NEXT = 'app_next'
/** How long to wait for the schema of an interrupted rebuild: longer than a vacuum keeps it once somebody waits. */
const LEFT_BEHIND_TIMEOUT = '5s'

/**
 * Each rebuild has a schema of its own: another rebuild whose process is frozen keeps its tables locked, and may go on
 * later.
 */
export const newSchema = (): string => `${NEXT}_${randomBytes(6).toString('hex')}`

export class NextTables {
  readonly schema: string
  /** By table, the statements that create a table to be filled by COPY, until it is created. */
  readonly #pending = new Map<string, string[]>()
  /** Keys, indexes and statistics: created once the rows are there. */
  readonly #deferred: string[] = []

  private constructor(schema: string) {
    this.schema = schema
  }

  /** Removes the remains of interrupted rebuilds, and creates the tables that are not filled by COPY. */
  static async begin(client: ClientBase, schema: string, projections: readonly Projection[]): Promise<NextTables> {
    await dropLeftBehind(client)
    await client.query(`create schema ${schema}`)
    const next = new NextTables(schema)
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

  /** Creates one of the tables to be filled by COPY, without its keys, in the transaction that fills it. */
  async create(client: ClientBase, name: string): Promise<void> {
    const statements = this.#pending.get(name)
    if (statements === undefined) throw new Error(`${name} has already been created`)
    this.#pending.delete(name)
    for (const statement of statements) await client.query(statement)
    const { rows } = await client.query<{ key: string; definition: string }>(
      `select conname as key, pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = '${this.schema}.${name}'::regclass and contype in ('p', 'u')`,
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

  /** On several connections in parallel, because sorting is bound by the processor. */
  async finish(clients: readonly ClientBase[]): Promise<void> {
    const waiting = [...this.#deferred]
    const work = async (client: ClientBase) => {
      await client.query(`set maintenance_work_mem = '128MB'`)
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await client.query(next)
    }
    await Promise.all(clients.map(work))
  }
}

export async function dropNextTables(client: ClientBase, schema: string): Promise<void> {
  await client.query(`drop schema if exists ${schema} cascade`)
}

/**
 * Call it with the lock of rebuilds, so that nobody builds in these schemas any more. One that is still locked is left
 * to the next rebuild.
 */
async function dropLeftBehind(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ schema: string }>(
    `select format('%I', nspname) as schema from pg_namespace where starts_with(nspname, '${NEXT}')`,
  )
  for (const { schema } of rows) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = '${LEFT_BEHIND_TIMEOUT}'`)
      await dropNextTables(client, schema)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      if (!isBlocked(error)) throw error
    }
  }
}

const createStatement = ({ name, columns }: Table): string =>
  `create unlogged table ${name} (${Object.entries(columns)
    .map(([column, type]) => `${column} ${type}`)
    .join(', ')})`

/** The tables that are served and those that will be, with their schemas. */
export async function tablesOf(
  client: ClientBase,
  schema: string,
  projections: readonly Projection[],
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = any($1) and tablename = any($2)`,
    [[SERVED, schema], namesOf(projections)],
  )
  return rows.map(({ name }) => name)
}

/** In a transaction that has locked the checkpoints: drops the old tables and serves the new ones. */
export async function switchTables(client: ClientBase, schema: string, projections: readonly Projection[]) {
  const names = namesOf(projections)
  await client.query(`drop table if exists ${names.map((name) => `${SERVED}.${name}`).join(', ')}`)
  for (const name of names) await client.query(`alter table ${schema}.${name} set schema ${SERVED}`)
  await client.query(`drop schema ${schema} cascade`)
}

const namesOf = (projections: readonly Projection[]): string[] =>
  projections.flatMap((projection) => projection.tables.map(({ name }) => name))
