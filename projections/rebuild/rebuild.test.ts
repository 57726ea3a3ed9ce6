import { describe, expect, it } from 'vitest'
import { encodeEvent } from '#services/event-store/encoding.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { copyLog } from '#services/event-store/postgres/copy-log.ts'
import { PROJECTIONS } from '../projection.ts'
import { projections } from '../registry.ts'
import { newClient, newDatabase, newLog, newProjector, progress, until, untilFolded } from '../testing/environment.ts'
import { modelsOfRebuild } from '../testing/rebuilt.ts'
import { randomScenario } from '../testing/scenario.ts'
import { LogWriter, readModels, writeLog } from '../testing/write-log.ts'
import { RebuildUnderWay, rebuild } from './rebuild.ts'

const SCENARIO = randomScenario(11, 160)

/** The open connections of rebuilds, and how many connections of any kind there ever were. */
const UNDER_WAY = `select from pg_stat_activity where datname = current_database() and application_name = 'fairbook rebuild'`
const SESSIONS = 'select sessions::int from pg_stat_database where datname = current_database()'

const inPages = (store: EventStore, size: number) => store.readAll(null, size)

describe('a rebuild', () => {
  it('replaces whatever is in the tables', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const last = await writeLog(store, SCENARIO)
    const projector = newProjector({ store, url })
    await untilFolded(url, last)
    await projector.stop()
    const expected = await readModels(url)
    const client = await newClient(url)
    await client.query(`update app.account set wallet_cents = wallet_cents + 1; delete from app.bet;
      update app.projection_checkpoint set failed = 'event 3' where projection = 'bets'`)

    await rebuild({ store, url, readLog: () => copyLog(url) })
    expect(await readModels(url)).toEqual(expected)
    const { rows } = await client.query(`select 1 from pg_namespace where starts_with(nspname, 'app_next')`)
    expect(rows).toEqual([])
  })

  it('makes the same rows if few fit in memory', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const last = await writeLog(store, SCENARIO)
    const projector = newProjector({ store, url })
    await untilFolded(url, last)
    await projector.stop()
    const expected = await readModels(url)
    for (const rowsInMemory of [0, 1, 10]) {
      await rebuild({ store, url, rowsInMemory, readLog: () => inPages(store, 7) })
      expect(await readModels(url)).toEqual(expected)
    }
  })

  it('opens no connection for each table of a small log', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    await writeLog(store, SCENARIO)
    const client = await newClient(url)
    const sessions = async () => {
      // a connection is counted when it has ended
      await until(async () => expect((await client.query(UNDER_WAY)).rows).toEqual([]))
      const { rows } = await client.query<{ sessions: number }>(SESSIONS)
      return rows[0]!.sessions
    }
    const before = await sessions()
    await rebuild({ store, url })
    // it has two that work, and the log has some to read with; a dozen more tables have rows
    expect((await sessions()) - before).toBeLessThan(8)
  })

  it('makes the same keys and indexes as the migrations', async () => {
    const indexes = `select tablename, indexdef from pg_indexes where schemaname = 'app' order by 1, 2`
    const constraints = `select c.relname, k.conname, pg_get_constraintdef(k.oid) from pg_constraint k
      join pg_class c on c.oid = k.conrelid where c.relnamespace = 'app'::regnamespace order by 1, 2`
    const { url } = await newDatabase()
    const client = await newClient(url)
    const before = [(await client.query(indexes)).rows, (await client.query(constraints)).rows]
    await rebuild({ store: await newLog(url), url })
    expect([(await client.query(indexes)).rows, (await client.query(constraints)).rows]).toEqual(before)
  })

  it('run by the owner of the database leaves the tables to the services', async () => {
    const { url, ownerUrl } = await newDatabase()
    const store = await newLog(url)
    const last = await writeLog(store, SCENARIO)
    const client = await newClient(url)
    const tables = `select tablename as name, tableowner as owner from pg_tables where schemaname = 'app' order by 1`
    const before = (await client.query(tables)).rows
    await rebuild({ store, url: ownerUrl })
    expect((await client.query(tables)).rows).toEqual(before)
    // and the services can fold, and rebuild, from there on
    newProjector({ store, url })
    await untilFolded(url, last)
    const expected = await readModels(url)
    await rebuild({ store, url })
    expect(await readModels(url)).toEqual(expected)
    expect(await readModels(url)).toEqual(await modelsOfRebuild(store))
  })

  it('rebuilds only some read models, and the projector brings all together again', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const writer = new LogWriter(store)
    for (const step of SCENARIO.slice(0, 80)) await writer.write(step)
    const projector = newProjector({ store, url })
    await untilFolded(url, writer.events)
    await projector.stop()
    for (const step of SCENARIO.slice(80)) await writer.write(step)
    await rebuild({ store, url, projections: projections.filter(({ name }) => name === 'bets' || name === 'house') })
    const client = await newClient(url)
    expect((await progress(client)).bets?.number).toBe(writer.events)
    expect((await progress(client)).audit?.number).toBeLessThan(writer.events)

    newProjector({ store, url })
    await untilFolded(url, writer.events)
    expect(await readModels(url)).toEqual(await modelsOfRebuild(store))
  })

  it('switches while events are appended and folded, and reads are served', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const writer = new LogWriter(store)
    const projector = newProjector({ store, url })
    const client = await newClient(url)
    let rebuilding = true
    const rebuilds = (async () => {
      for (let count = 0; count < 5; count++) await rebuild({ store, url })
      rebuilding = false
    })()
    let reads = 0
    const reading = (async () => {
      while (rebuilding) {
        // what was folded stays visible: the number of events never falls
        const { rows } = await client.query<{ audit: number; folded: number }>(
          `select (select count(*) from app.audit)::int as audit, (select number from app.projection_checkpoint
            where projection = 'audit')::int as folded`,
        )
        if (rows[0]?.folded != null) expect(rows[0].audit).toBe(rows[0].folded + 1)
        reads += 1
      }
    })()
    const scenario = randomScenario(12, 400)
    for (const step of scenario) await writer.write(step)
    await Promise.all([rebuilds, reading])
    await untilFolded(url, writer.events)
    expect(reads).toBeGreaterThan(5)
    expect(projector.leading).toBe(true)
    expect(projector.lines).toEqual([])
    expect(await readModels(url)).toEqual(await modelsOfRebuild(store))
  })

  it('repairs a read model that had stopped, while a projector runs', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const writer = new LogWriter(store)
    for (const step of SCENARIO.slice(0, 60)) await writer.write(step)
    newProjector({ store, url })
    await untilFolded(url, writer.events)
    const client = await newClient(url)
    await client.query('delete from app.account')
    for (const step of SCENARIO.slice(60, 100)) await writer.write(step)
    await until(async () => expect((await progress(client)).accounts?.failed).not.toBe(null))

    await rebuild({ store, url })
    for (const step of SCENARIO.slice(100)) await writer.write(step)
    await untilFolded(url, writer.events)
    expect((await progress(client)).accounts?.failed).toBe(null)
  })

  it('waits for a reader that holds a table, and lets others read meanwhile', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    await writeLog(store, SCENARIO)
    const holder = await newClient(url)
    await holder.query('begin; lock table app.bet in access share mode')
    const steps: string[] = []
    const rebuilt = rebuild({ store, url, progress: ({ step }) => steps.push(step) })
    await until(() => expect(steps).toContain('switching'))
    const reader = await newClient(url)
    expect((await reader.query('select count(*)::int as count from app.bet')).rows).toEqual([{ count: 0 }])
    await holder.query('commit')
    await rebuilt
    expect((await reader.query('select count(*)::int as count from app.bet')).rows).not.toEqual([{ count: 0 }])
  })

  it('runs only once at a time', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const client = await newClient(url)
    await client.query(`select pg_advisory_lock(hashtextextended('fairbook.rebuild', 0))`)
    await expect(rebuild({ store, url })).rejects.toThrow(RebuildUnderWay)
  })

  it('changes nothing if an event cannot be folded, and names the event', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const last = await writeLog(store, SCENARIO.slice(0, 10))
    const projector = newProjector({ store, url })
    await untilFolded(url, last)
    await projector.stop()
    const before = await readModels(url)
    const { meta } = SCENARIO[0]!
    const body = { stream: 'fixture-new', version: 0, type: 'BetTeleported', schema: 1, data: {}, meta, prev: null }
    const unknown = encodeEvent({ log: store.logId, ...body })
    await store.append({ stream: 'fixture-new', expected: { version: -1, hash: null }, events: [unknown] })
    await expect(rebuild({ store, url })).rejects.toThrow(new RegExp(`^event ${last + 1} .*BetTeleported`))
    expect(await readModels(url)).toEqual(before)
  })

  it('ends when it is told to, and changes nothing', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    await writeLog(store, SCENARIO.slice(0, 20))
    const before = await readModels(url)
    const told = AbortSignal.abort(new Error('enough'))
    await expect(rebuild({ store, url, signal: told })).rejects.toThrow('enough')
    expect(await readModels(url)).toEqual(before)
  })
})

describe('the projector', () => {
  it('fills empty read models beside a long log in bulk', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const last = await writeLog(store, SCENARIO)
    const projector = newProjector({ store, url, bulkRebuildFrom: 50 })
    await untilFolded(url, last)
    await until(() => expect(projector.lines).toHaveLength(4))
    const events = `built from ${last + 1} events`
    // those that bets are settled by come first
    const first = 'settlement, fixtures, evidence'
    const others = projections.map(({ name }) => name).filter((name) => !first.split(', ').includes(name))
    expect(projector.lines).toEqual([
      `projector: building ${first} from the log`,
      `projector: ${first} ${events}`,
      `projector: building ${others.join(', ')} from the log`,
      `projector: ${others.join(', ')} ${events}`,
    ])
  })

  it('folds as far as it can, batch by batch, if a rebuild cannot go through', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const last = await writeLog(store, SCENARIO)
    const { meta } = SCENARIO[0]!
    const body = { stream: 'fixture-new', version: 0, type: 'BetTeleported', schema: 1, data: {}, meta, prev: null }
    const unknown = encodeEvent({ log: store.logId, ...body })
    await store.append({ stream: 'fixture-new', expected: { version: -1, hash: null }, events: [unknown] })
    const projector = newProjector({ store, url, bulkRebuildFrom: 50 })
    await untilFolded(url, last)
    await until(() => expect(projector.lines).toHaveLength(4 + PROJECTIONS.length))
    expect(projector.lines[1]).toMatch(new RegExp(`^projector: event ${last + 1} .*BetTeleported`))
  })

  it('rebuilds rows that another definition made', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const last = await writeLog(store, SCENARIO)
    const before = newProjector({ store, url })
    await untilFolded(url, last)
    await before.stop()
    const changed = projections.map((one) => (one.name === 'house' ? { ...one, revision: one.revision + 1 } : one))
    const client = await newClient(url)
    await client.query('update app.house set profit_cents = 1')

    const after = newProjector({ store, url, projections: changed })
    await until(async () => {
      const { rows } = await client.query<{ cents: string }>('select profit_cents as cents from app.house')
      expect(rows[0]?.cents).not.toBe('1')
    })
    await until(() => expect(after.lines).toHaveLength(2))
    expect(after.lines).toEqual([
      'projector: building house from the log',
      `projector: house built from ${last + 1} events`,
    ])
  })
})
