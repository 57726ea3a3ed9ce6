// What a read model's rows are made by: its tables and the revision of its fold. Other rows are not taken over.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Projection } from './projection.ts'

/** The statements of table.sql, without comments: tables and rows first, then the indexes. */
export function statementsOf(projection: Projection): { readonly tables: string[]; readonly indexes: string[] } {
  const bare = readFileSync(projection.ddl, 'utf8').replace(/--.*$/gm, '')
  const statements = bare
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
  const isIndex = (statement: string) => /^create (unique )?index /.test(statement)
  return { tables: statements.filter((one) => !isIndex(one)), indexes: statements.filter(isIndex) }
}

const known = new Map<Projection, string>()

/** SHA-256 of the tables' statements and the fold's revision. */
export function definitionOf(projection: Projection): string {
  let definition = known.get(projection)
  if (definition === undefined) {
    const { tables, indexes } = statementsOf(projection)
    definition = hash('sha256', JSON.stringify([tables, indexes, projection.revision]), 'hex')
    known.set(projection, definition)
  }
  return definition
}
