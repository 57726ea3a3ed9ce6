import fc from 'fast-check'
import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PostgresLog } from '../services/event-store/postgres/log.ts'
import { createTestDatabase, type TestDatabase } from '../tests/database.ts'
import { rebuild } from './rebuild/rebuild.ts'
import { type Projector, type ProjectorOptions, startProjector } from './runner/projector.ts'
import { Dice } from './testing/dice.ts'
import { pagedStore } from './testing/paged-store.ts'
import { tellStory } from './testing/story.ts'
import { readModels, writeLog } from './testing/write-log.ts'

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function database(): Promise<TestDatabase> {
  const made = await createTestDatabase()
  opened.push(() => made.drop())
  return made
}

async function openLog(url: string): Promise<PostgresLog> {
  const log = await PostgresLog.open({ url })
  opened.push(() => log.close())
  return log
}

function project(options: ProjectorOptions): Projector {
  const projector = startProjector(options)
  opened.push(() => projector.stop())
  return projector
}

/** Ledger number of the last event folded by all read models; -1 before the projector has made its checkpoints. */
async function folded(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ number: number | null }>(
    'select min(number)::float8 as number from app.projection_checkpoint',
  )
  await client.end()
  return rows[0]?.number ?? -1
}

const until = (url: string, number: number) =>
  vi.waitFor(async () => expect(await folded(url)).toBe(number), { timeout: 20_000, interval: 20 })

describe('the projector', () => {
  it('folds the same rows in batches of any size, one by one, and in a rebuild', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 10, max: 220 }), async (seed, steps) => {
        const source = await openLog((await database()).url)
        const last = await writeLog(source, tellStory(seed, steps))
        const dice = new Dice(seed)
        const sizes = [() => 1 + dice.below(60), () => 1]
        const results: unknown[] = []
        for (const size of sizes) {
          const { url } = await database()
          const projector = project({ store: pagedStore(source, size), url })
          await until(url, last)
          await projector.stop()
          results.push(await readModels(url))
        }
        const { url } = await database()
        await rebuild({ store: source, url })
        results.push(await readModels(url))
        expect(results[1]).toEqual(results[0])
        expect(results[2]).toEqual(results[0])
      }),
      { numRuns: 8 },
    )
  })
})
