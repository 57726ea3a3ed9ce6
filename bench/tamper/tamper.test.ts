import { expect, test } from 'vitest'
import { LogWriter } from '#projections/testing/write-log.ts'
import type { StoredEvent } from '#services/event-store/port.ts'
import { MemoryLog } from '#services/event-store/testing/memory/log.ts'
import { audit, rewrite } from '#tests/audit/rewritten.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { BOOK_ENDS, MadeBook } from '../book/made-book.ts'
import { SIZE } from './signed-book.ts'
import { tamper } from './tamper.ts'

test('every change to a signed book is found and named first, and nothing is found without a change', async () => {
  const databases: TestDatabase[] = []
  const newDatabase = async () => {
    databases.push(await createTestDatabase())
    return databases.at(-1)!
  }
  const tampered = await tamper({ newDatabase, books: 4, changes: 50, cleanRuns: 1, seed: 1 })
  for (const database of databases) await database.drop()
  expect([tampered.missed, tampered.falseAlarms]).toEqual([[], []])
  expect([...tampered.changes.values()].reduce((sum, count) => sum + count, 0)).toBe(200)
}, 600_000)

test('nothing is found in two hundred other books, as far as their logs go', async () => {
  for (let seed = 1_001; seed <= 1_200; seed++) {
    const store = await MemoryLog.open({ at: new Date(BOOK_ENDS - SIZE.bets * 60_000) })
    const writer = new LogWriter(store)
    for (const steps of new MadeBook(SIZE, seed).steps()) for (const step of steps) await writer.write(step)
    const events: StoredEvent[] = []
    for await (const page of store.readAll(null)) events.push(...page)
    expect({ seed, findings: audit(rewrite(events)).sorted() }).toEqual({ seed, findings: [] })
  }
}, 600_000)
