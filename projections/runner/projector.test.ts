import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeEvent } from '#services/event-store/encoding.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { raised, scrape } from '#tests/alerts.ts'
import type { LedgerEvent } from '../event.ts'
import { PROJECTIONS, type Projection } from '../projection.ts'
import { rebuild } from '../rebuild/rebuild.ts'
import { projections } from '../registry.ts'
import {
  keep,
  newClient,
  newDatabase,
  newLog,
  newProjector,
  progress,
  until,
  untilFolded,
} from '../testing/environment.ts'
import { pagedStore } from '../testing/paged-store.ts'
import { modelsOfRebuild } from '../testing/rebuilt.ts'
import { randomScenario } from '../testing/scenario.ts'
import { SeededRandom } from '../testing/seeded-random.ts'
import { LogWriter, readModels, writeLog } from '../testing/write-log.ts'
import { readProjectionMetrics } from './metrics.ts'

const SCENARIO = randomScenario(16, 120)

/** The real read models, but one of them cannot fold the event of this ledger number. */
const failingAt = (name: string, number: number): readonly Projection[] =>
  projections.map((projection) => (projection.name === name ? failing(projection, number) : projection))

function failing(projection: Projection, number: number): Projection {
  return {
    ...projection,
    fold() {
      const fold = projection.fold()
      return {
        add(event: LedgerEvent) {
          if (event.number === number) throw new Error('cannot\nbe folded')
          fold.add(event)
        },
        get size() {
          return fold.size
        },
        writes: () => fold.writes(),
      }
    },
  }
}

describe('folding', () => {
  it('makes the same rows in batches of any size, one by one, and in a rebuild', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 10, max: 220 }), async (seed, steps) => {
        const source = await newLog()
        const last = await writeLog(source, randomScenario(seed, steps))
        const random = new SeededRandom(seed)
        const results: unknown[] = []
        for (const size of [() => 1 + random.below(60), () => 1]) {
          const { url } = await newDatabase()
          const projector = newProjector({ store: pagedStore(source, size), url })
          await untilFolded(url, last)
          await projector.stop()
          results.push(await readModels(url))
        }
        const { url } = await newDatabase()
        await rebuild({ store: source, url })
        results.push(await readModels(url))
        expect(results[1]).toEqual(results[0])
        expect(results[2]).toEqual(results[0])
      }),
      { numRuns: 6 },
    )
  })

  it('continues exactly where it was, however often its connection is cut', async () => {
    const source = await newLog()
    const last = await writeLog(source, SCENARIO)
    const expected = await modelsOfRebuild(source)
    const { url } = await newDatabase()
    const client = await newClient(url)
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'fairbook projector%' and datname = current_database()`
    let pages = 0
    const store = pagedStore(
      source,
      () => 5,
      () => {
        pages += 1
        if (pages % 3 === 0) void client.query(cut).catch(() => undefined)
      },
    )
    newProjector({ store, url })
    await untilFolded(url, last)
    expect(pages).toBeGreaterThan(20)
    expect(await readModels(url)).toEqual(expected)
  })
})

describe('leading', () => {
  it('is for one at a time, and another takes over', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const writer = new LogWriter(store)
    for (const step of SCENARIO.slice(0, 60)) await writer.write(step)
    const first = newProjector({ store, url })
    await untilFolded(url, writer.events)
    const second = newProjector({ store, url })
    const client = await newClient(url)
    await until(async () => {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where application_name = 'fairbook projector' and datname = current_database()`,
      )
      expect(rows[0]?.count).toBe(2)
    })
    expect([first.leading, second.leading]).toEqual([true, false])

    await first.stop()
    for (const step of SCENARIO.slice(60)) await writer.write(step)
    await untilFolded(url, writer.events)
    expect([first.leading, second.leading]).toEqual([false, true])
  })

  it('passes on when the leader’s connection is lost, and both have folded every event once', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const writer = new LogWriter(store)
    newProjector({ store, url })
    newProjector({ store, url })
    const client = await newClient(url)
    for (const [index, step] of SCENARIO.entries()) {
      await writer.write(step)
      if (index % 25 !== 0) continue
      await client.query(`select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())
          and pid in (select pid from pg_stat_activity where application_name = 'fairbook projector')`)
    }
    await untilFolded(url, writer.events)
    expect(await readModels(url)).toEqual(await modelsOfRebuild(store))
  })

  it('ends with one line if the read models belong to another log', async () => {
    const { url } = await newDatabase()
    const first = await newLog()
    await writeLog(first, SCENARIO.slice(0, 5))
    const before = newProjector({ store: first, url })
    await until(() => expect(before.leading).toBe(true))
    await before.stop()
    const other = await newLog()
    await expect(newProjector({ store: other, url }).ended).rejects.toThrow(
      `the read models were folded from log ${first.logId}, but the event store holds log ${other.logId}`,
    )
  })

  it('ends if the log lost the event that was folded last', async () => {
    const { url, ownerUrl } = await newDatabase()
    const store = await newLog(url)
    const last = await writeLog(store, SCENARIO.slice(0, 20))
    const projector = newProjector({ store, url })
    await untilFolded(url, last)
    await projector.stop()
    const owner = await newClient(ownerUrl)
    await owner.query('delete from log.events where position = (select max(position) from log.events)')
    const again = await newLog(url)
    await expect(newProjector({ store: again, url }).ended).rejects.toThrow(/^the event store does not have event \d+/)
  })
})

describe('a read model that fails', () => {
  it('stops at the event and reports it, and stops no other', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const last = await writeLog(store, SCENARIO)
    const projector = newProjector({ store, url, projections: failingAt('statistics', 20) })
    const client = await newClient(url)
    await until(async () => {
      const { statistics, ...others } = await progress(client)
      expect(statistics).toEqual({ number: 19, failed: expect.stringMatching(/^event 20 \(.*\): cannot be folded$/) })
      for (const other of Object.values(others)) expect(other).toEqual({ number: last, failed: null })
      // reported once the row is committed
      expect(projector.lines).toEqual([expect.stringMatching(/^projection statistics stopped at event 20 /)])
    })

    const pool = keep(openPool(url, { max: 1 }), (one) => one.end())
    const end = readProjectionMetrics({ pool, store, projector })
    const alerts = async () => {
      const seen = await scrape()
      return [raised('ProjectionStopped', seen), raised('ProjectionBehind', seen), raised('NobodyFolds', seen)]
    }
    const statistics = [{ projection: 'statistics' }]
    try {
      // its first missing event is from long ago
      expect(await alerts()).toEqual([statistics, statistics, []])
      await projector.stop()
      expect(await alerts()).toEqual([statistics, statistics, [{}]])
    } finally {
      end()
    }
  })

  it('is tried again at the next start, catches up in a lane of its own, and joins the others', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const writer = new LogWriter(store)
    for (const step of SCENARIO.slice(0, 100)) await writer.write(step)
    const broken = newProjector({ store, url, projections: failingAt('bets', 30) })
    const client = await newClient(url)
    await until(async () => expect((await progress(client)).audit?.number).toBe(writer.events))
    await broken.stop()

    newProjector({ store: pagedStore(store, () => 7), url })
    for (const step of SCENARIO.slice(100)) await writer.write(step)
    await untilFolded(url, writer.events)
    expect((await progress(client)).bets?.failed).toBe(null)
    expect(await readModels(url)).toEqual(await modelsOfRebuild(store))
  })

  it.each([
    ['accounts', 'are gone', 'delete from app.account', 'update_account'],
    ['accounts', 'stand elsewhere', 'update app.account set version = version + 1', 'update_account'],
    ['fixtures', 'stand elsewhere', 'update app.fixture set version = version + 1', 'update_fixture'],
    ['bets', 'are settled', "update app.bet set status = 'lost' where status = 'pending'", 'settle_bet'],
    ['transfers', 'are gone', 'delete from app.transfer', 'delete_transfer'],
    ['house', 'are gone', 'delete from app.house', 'update_house'],
  ] as const)('is one whose rows are not what the log says: those of %s %s', async (name, _how, change, write) => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const writer = new LogWriter(store)
    for (const step of SCENARIO.slice(0, 40)) await writer.write(step)
    const projector = newProjector({ store, url })
    await untilFolded(url, writer.events)
    const client = await newClient(url)
    expect((await client.query(change)).rowCount).toBeGreaterThan(0)
    for (const step of SCENARIO.slice(40)) await writer.write(step)
    await until(async () => {
      const { audit } = await progress(client)
      // said in the log, since fixtures that bets are on are soon rebuilt
      expect(projector.lines.filter((line) => line.startsWith(`projection ${name} stopped`)).join('\n')).toMatch(
        new RegExp(`${write} changed \\d+ rows, not \\d+: the rows are not what the log says`),
      )
      expect(audit).toEqual({ number: writer.events, failed: null })
    })
  })

  it.each(['BetSettled', 'BetVoided'])(
    'is that of bets if one of them has %s twice, in one batch or in two',
    async (type) => {
      const at = SCENARIO.findIndex(({ events }) => events[0]?.type === type)
      const settling = SCENARIO[at]!
      const twice = { ...settling, events: [...settling.events, ...settling.events] }
      for (const ending of [[twice], [settling, settling]]) {
        const { url } = await newDatabase()
        const store = await newLog(url)
        const writer = new LogWriter(store)
        for (const step of SCENARIO.slice(0, at)) await writer.write(step)
        newProjector({ store, url })
        await untilFolded(url, writer.events)
        for (const step of ending) await writer.write(step)
        const client = await newClient(url)
        await until(async () => {
          const { bets, audit } = await progress(client)
          expect(audit).toEqual({ number: writer.events, failed: null })
          expect(bets).toEqual({ number: writer.events - 1, failed: expect.stringContaining(`(${type}, `) })
        })
      }
    },
  )

  it.each([
    ['type', 'BetTeleported', 1],
    // as a newer api writes it while processes are being replaced
    ['version', 'BetPlaced', 99],
  ])('is every one of them at an event with an unknown %s', async (_, type, schema) => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const last = await writeLog(store, SCENARIO.slice(0, 10))
    const { meta } = SCENARIO[0]!
    const body = { stream: 'account-new', version: 0, type, schema, data: {}, meta, prev: null }
    const unknown = encodeEvent({ log: store.logId, ...body })
    await store.append({ stream: 'account-new', expected: { version: -1, hash: null }, events: [unknown] })
    const projector = newProjector({ store, url })
    const client = await newClient(url)
    await until(async () => {
      const all = Object.values(await progress(client))
      expect(all).toHaveLength(PROJECTIONS.length)
      for (const { number, failed } of all) {
        expect(number).toBe(last)
        expect(failed).toMatch(new RegExp(`^event \\d+ \\(${type}, account-new@0\\): ${type} version ${schema}`))
      }
      // reported once the row is committed
      expect(projector.lines).toHaveLength(PROJECTIONS.length)
    })
  })
})
