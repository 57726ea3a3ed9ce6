// The tables of the next version, beside those that are served, and the moment in which they take their place.
import type pg from 'pg'
import { statementsOf } from '../definition.ts'
import type { Projection } from '../projection.ts'
import type { Table } from '../table.ts'

/** Where the next version is built. */
export const NEXT = 'app_next'

/** An index or key that is made once the rows are there. */
export type Deferred = { readonly table: string; readonly statement: string }

/** Removes what an interrupted rebuild left, and makes all tables anew; answers what is still to be made at the end. */
export async function createNextTables(client: pg.Client, projections: readonly Projection[]): Promise<Deferred[]> {
  await dropNextTables(client)
  await client.query(`create schema ${NEXT}`)
  const deferred: Deferred[] = []
  for (const projection of projections) {
    const { tables, indexes } = statementsOf(projection)
    for (const statement of tables) await client.query(statement)
    if (projection.bulk === undefined) {
      for (const statement of indexes) await client.query(statement)
      continue
    }
    for (const table of projection.scratch ?? []) await client.query(createStatement(table))
    for (const table of projection.tables) deferred.push(...(await takeKeys(client, table)))
    for (const statement of indexes) deferred.push({ table: / on (\w+)/.exec(statement)![1]!, statement })
  }
  return deferred
}

export async function dropNextTables(client: pg.Client): Promise<void> {
  await client.query(`drop schema if exists ${NEXT} cascade`)
}

const createStatement = ({ name, columns }: Table): string =>
  `create unlogged table ${name} (${Object.entries(columns)
    .map(([column, type]) => `${column} ${type}`)
    .join(', ')})`

async function takeKeys(client: pg.Client, { name }: Table): Promise<Deferred[]> {
  const { rows } = await client.query<{ key: string; definition: string }>(
    `select conname as key, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = '${NEXT}.${name}'::regclass and contype in ('p', 'u')`,
  )
  for (const { key } of rows) await client.query(`alter table ${name} drop constraint ${key}`)
  return rows.map(({ key, definition }) => ({
    table: name,
    statement: `alter table ${name} add constraint ${key} ${definition}`,
  }))
}

/** Inside a transaction that holds the checkpoints' rows: the old tables go, the new ones are served. */
export async function switchTables(client: pg.Client, served: string, projections: readonly Projection[]) {
  const names = projections.flatMap((projection) => projection.tables.map(({ name }) => name))
  await client.query(`drop table if exists ${names.map((name) => `${served}.${name}`).join(', ')}`)
  for (const name of names) await client.query(`alter table ${NEXT}.${name} set schema ${served}`)
  await client.query(`drop schema ${NEXT} cascade`)
}
