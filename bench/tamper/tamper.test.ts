import { expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { tamper } from './tamper.ts'

test('every change to a signed book is found and named first, and nothing where none was made', async () => {
  const databases: TestDatabase[] = []
  const newDatabase = async () => {
    databases.push(await createTestDatabase())
    return databases.at(-1)!
  }
  const tampered = await tamper({ newDatabase, books: 4, changes: 50, cleanRuns: 50, seed: 1 })
  for (const database of databases) await database.drop()
  expect([tampered.missed, tampered.falseAlarms]).toEqual([[], []])
  expect([...tampered.changes.values()].reduce((sum, count) => sum + count, 0)).toBe(200)
}, 600_000)
