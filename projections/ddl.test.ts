import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/database.ts'
import { statementsOf, tablesIn } from './ddl.ts'
import { projections } from './registry.ts'
import { selectColumns, unnestAs } from './table.ts'
import { newClient } from './testing/environment.ts'

describe('the tables of a table.sql', () => {
  let folder: string
  const file = () => join(folder, 'table.sql')
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'fairbook-ddl-'))
    writeFileSync(
      file(),
      `-- a shelf; and its books
       create table shelf (
         shelf_id text primary key, -- 'fiction'
         books bigint not null check (books >= 0),
         opened_at timestamptz
       );
       create table book (shelf_id text not null, place smallint not null, primary key (shelf_id, place));
       create index book_by_place on book (place);`,
    )
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('have the columns and types of its statements, without constraints and comments', () => {
    expect(tablesIn(file(), 'shelf', 'book')).toEqual({
      shelf: { name: 'shelf', columns: { shelf_id: 'text', books: 'bigint', opened_at: 'timestamptz' } },
      book: { name: 'book', columns: { shelf_id: 'text', place: 'smallint' } },
    })
    expect(statementsOf({ ddl: file() }).indexes).toEqual(['create index book_by_place on book (place)'])
  })

  it('are exactly those that the fold names', () => {
    expect(() => tablesIn(file(), 'shelf')).toThrow('creates shelf, book')
    expect(() => tablesIn(file(), 'shelf', 'book', 'page')).toThrow('creates shelf, book')
  })

  it('lend some of their columns in another order', () => {
    const { shelf } = tablesIn(file(), 'shelf', 'book')
    const columns = selectColumns(shelf, ['books', 'shelf_id'])
    expect(Object.keys(columns)).toEqual(['books', 'shelf_id'])
    expect(unnestAs(columns)).toBe('unnest($1::bigint[], $2::text[]) as u (books, shelf_id)')
    expect(() => selectColumns(shelf, ['page'])).toThrow('table shelf has no column page')
  })
})

it('every read model has the columns that Postgres has', async () => {
  const database = await createTestDatabase()
  const client = await newClient(database.url)
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'app' group by 1`,
  )
  const stored = new Map(rows.map(({ name, columns }) => [name, columns]))
  for (const { tables } of projections) {
    for (const { name, columns } of tables) expect([name, Object.keys(columns)]).toEqual([name, stored.get(name)])
  }
  await client.end()
  await database.drop()
})
