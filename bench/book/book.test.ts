import pg from 'pg'
import { expect, test } from 'vitest'
import { newDatabase, newLog, newProjector, untilFolded } from '#projections/testing/environment.ts'
import { readModels } from '#projections/testing/write-log.ts'
import { verify } from '#services/auditor/verify.ts'
import { measureAudit } from '../audit/measure.ts'
import { fillWithBook } from './fill.ts'

const SIZE = { users: 12, bets: 900, events: 3_600 }

async function madeBook(seed: number) {
  const { url, ownerUrl } = await newDatabase()
  await fillWithBook({ url, ownerUrl, size: SIZE, seed })
  return { url, ownerUrl }
}

async function logOf(url: string): Promise<{ events: number; hash: string; open: number }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select count(*)::int as events, md5(string_agg(encode(hash, 'hex'), '' order by position)) as hash,
         (count(*) filter (where type = 'BetPlaced') - count(*) filter (where type = 'BetSettled'))::int as open
       from log.events`,
    )
    return rows[0]
  } finally {
    await client.end()
  }
}

test('a made book is what the projector makes of its log, the auditor finds nothing in it, and a seed always makes the same book', async () => {
  const { url, ownerUrl } = await madeBook(7)
  const folded = await newDatabase()
  newProjector({ store: await newLog(url), url: folded.url, bulkRebuildFrom: Number.POSITIVE_INFINITY })
  const log = await logOf(ownerUrl)
  await untilFolded(folded.url, log.events - 1)
  expect(await readModels(folded.url)).toEqual(await readModels(url))

  const { findings } = await verify({ url, threads: 1 })
  expect(findings).toEqual([])
  const measured = await measureAudit(url)
  expect(measured).toMatchObject({ events: log.events, cursor: { code: 0 }, verify: { code: 0 } })
  // only where the system tells a process's memory
  if (process.platform === 'linux') expect(measured.verify.peakMb).toBeGreaterThan(0)

  expect(log.events).toBeGreaterThanOrEqual(SIZE.events)
  expect(log.events).toBeLessThan(SIZE.events * 1.02)
  expect(log.open).toBeGreaterThan(0)
  expect(await logOf((await madeBook(7)).ownerUrl)).toEqual(log)
  expect((await logOf((await madeBook(8)).ownerUrl)).hash).not.toBe(log.hash)
})
