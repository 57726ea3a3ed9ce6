// A read model's `table.sql`: its statements, the tables that it creates, and the definition that identifies how its
// rows are made.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Projection } from './projection.ts'
import type { ColumnType, Table } from './table.ts'

/** The statements without comments: tables and rows first, then the indexes. */
export function statementsOf({ ddl }: Pick<Projection, 'ddl'>): {
  readonly tables: string[]
  readonly indexes: string[]
} {
  const bare = readFileSync(ddl, 'utf8').replace(/--.*$/gm, '')
  const statements = bare
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
  const isIndex = (statement: string) => /^create (unique )?index /.test(statement)
  return { tables: statements.filter((one) => !isIndex(one)), indexes: statements.filter(isIndex) }
}

const COLUMN = /^([a-z_]+) (text|bigint|integer|smallint|boolean|timestamptz|json)\b/

/**
 * The tables that a `table.sql` creates, by name, with their columns in its order. Throws unless they are exactly
 * `names`.
 */
export function tablesIn<Name extends string>(ddl: string, ...names: Name[]): Readonly<Record<Name, Table>> {
  const tables = statementsOf({ ddl }).tables.flatMap((statement): Table[] => {
    const [, name, body] = /^create table (\w+) \((.*)\)$/.exec(statement) ?? []
    if (name === undefined || body === undefined) return []
    const columns = body.split(', ').flatMap((part) => {
      const [, column, type] = COLUMN.exec(part.trim()) ?? []
      return column === undefined ? [] : [[column, type as ColumnType] as const]
    })
    return [{ name, columns: Object.fromEntries(columns) }]
  })
  const created = tables.map(({ name }) => name)
  if ([...created].sort().join() !== [...names].sort().join()) throw new Error(`${ddl} creates ${created.join(', ')}`)
  return Object.fromEntries(tables.map((table) => [table.name, table])) as Record<Name, Table>
}

const definitions = new Map<Projection, string>()

/** SHA-256, in hex, over the tables' statements and the fold's revision: rows of another definition are not reused. */
export function definitionOf(projection: Projection): string {
  let definition = definitions.get(projection)
  if (definition === undefined) {
    const { tables, indexes } = statementsOf(projection)
    definition = hash('sha256', JSON.stringify([tables, indexes, projection.revision]), 'hex')
    definitions.set(projection, definition)
  }
  return definition
}
