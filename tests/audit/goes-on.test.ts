// An audit that continues from where the last one ended: over a book that has grown, over a house with a row in every
// table, and with doubtful kept states.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { serialize } from 'node:v8'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConnection } from '#services/auditor/postgres/snapshot.ts'
import { READ_MODELS } from '#services/auditor/read-models/models.ts'
import type { Report } from '#services/auditor/report/report.ts'
import { sentenceOf } from '#services/auditor/report/report.ts'
import { auditKeeping } from '#services/auditor/state/keeping.ts'
import { verify, verifyTables } from '#services/auditor/verify.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { newKey } from '#services/notary/testing/notary.ts'
import { fillToGrow } from '../../bench/book/fill.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { codesOf, openHouse } from './house.ts'
import { signAll } from './signed-log.ts'

const FILE = 'audit.sqlite'
const BESIDE = 'audit-beside.sqlite'
const THREADS = [1, 2] as const
type Threads = (typeof THREADS)[number]
const NONE = { whole: null, notKept: null }

let folder: string
let database: TestDatabase
/** As the superuser, whom no trigger restrains. */
let owner: pg.Client
let auditor: pg.Client
/** After the first part of the book, with two threads. */
let first: Report
let folders = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairbook-goes-on-'))
  database = await createTestDatabase()
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  auditor = await openConnection(database.url)
  const { url, ownerUrl } = database
  const key = newKey()
  const sign = async () => {
    const store = await PostgresLog.open({ url })
    await signAll(store, url, key)
    await store.close()
  }
  const book = await fillToGrow({ url, ownerUrl, size: { users: 10, bets: 640, events: 1_300 }, seed: 3 })
  await sign()
  for (const threads of THREADS) first = await audit(join(folder, `kept ${threads}`), { threads })
  await book.grow({ bets: 90, events: 200 })
  await sign()
}, 300_000)
afterAll(async () => {
  await auditor.end()
  await owner.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

type How = { readonly threads?: Threads; readonly inMemory?: number }
const audit = (state: string, { threads = 1, inMemory = Number.POSITIVE_INFINITY }: How = {}) =>
  verify({ url: database.url, client: auditor, threads, state, spilling: { inMemory } })
const auditAll = () => verify({ url: database.url, client: auditor, threads: 1 })

/** What an audit that continues finds by itself, before everything is audited because of it: code and table. */
async function foundSince(threads: Threads): Promise<string[]> {
  let since: Awaited<ReturnType<typeof verifyTables>> | undefined
  await auditKeeping(kept(threads), async (keeping) => {
    since ??= await verifyTables({ url: database.url, client: auditor, threads }, keeping)
    return since
  })
  expect(since?.resumedFrom?.size).toBe(first.counts.events)
  return since!.findings.map(({ code, subject }) => `${code} ${subject.split(' ', 1)}`)
}

/** A copy of what the audit of the first part kept. */
function kept(threads: Threads = 1): string {
  const copy = join(folder, `copy ${++folders}`)
  cpSync(join(folder, `kept ${threads}`), copy, { recursive: true })
  return copy
}

/** What the next audit says about its state. Checks that everything else is the same as without a state. */
async function saysWhole(state: string, threads: Threads = 1): Promise<string | null | undefined> {
  const report = await audit(state, { threads })
  expect(codesOf(report)).toEqual([])
  expect(report.resumedFrom).toBeNull()
  expect(report.state?.notKept).toBeNull()
  // the state that it kept can be continued from
  expect((await audit(state, { threads })).resumedFrom?.size).toBe(report.counts.events)
  return report.state?.whole
}

describe('over a book that has grown', () => {
  test.each(THREADS.flatMap((threads) => [Number.POSITIVE_INFINITY, 10].map((most) => [threads, most] as const)))(
    'it has the same result as a complete audit, with %i threads and %s in memory',
    async (threads, inMemory) => {
      expect([codesOf(first), first.resumedFrom, first.state]).toEqual([
        [],
        null,
        { whole: 'nothing was kept there yet', notKept: null },
      ])
      const state = kept(threads)
      const whole = await auditAll()
      const report = await audit(state, { threads, inMemory })
      expect(codesOf(report)).toEqual([])
      const { size, root } = first.tree
      expect([report.resumedFrom, report.state]).toEqual([
        { size, root, at: expect.any(String) },
        { whole: null, notKept: null },
      ])
      const { rows, ...counts } = whole.counts
      expect(report).toMatchObject({ counts, tree: whole.tree, first: whole.first, last: whole.last })
      expect(report.counts.rows).toBeLessThan(rows)
      expect(sentenceOf(report)).toMatch(
        `in ${whole.counts.events - size} events after the ${size.toLocaleString('en-US')} of an earlier audit, of which only the signed tree was read again`,
      )
      expect(report.notCovered.find(({ what }) => what.includes('log.events'))?.only).toBe('rows of earlier events')

      const again = await audit(state, { threads })
      expect([codesOf(again), again.resumedFrom?.size, again.state?.whole]).toEqual([[], whole.counts.events, null])
      const files = readdirSync(state)
      expect(files.toSorted()).toEqual(threads === 1 ? [FILE] : [BESIDE, FILE])
      for (const file of files) expect(statSync(join(state, file)).mode & 0o777).toBe(0o600)
    },
  )

  /** Makes changes, calls `look`, and restores everything. */
  async function changed(tables: readonly string[], changes: readonly string[], look: () => Promise<void>) {
    for (const table of tables) await owner.query(`create table public."kept ${table}" as table ${table}`)
    try {
      for (const change of changes) expect((await owner.query(change)).rowCount).toBeGreaterThan(0)
      await look()
    } finally {
      for (const table of tables) {
        await owner.query(
          `delete from ${table}; insert into ${table} overriding system value table public."kept ${table}"; drop table public."kept ${table}"`,
        )
      }
    }
  }

  /** Tables that are empty in the made book, because nobody in it decides by hand. */
  const EMPTY: readonly string[] = [
    'app.asked_settlement',
    'app.betting_stop',
    'app.blacklisted_league',
    'app.corrected_result',
    'app.desk_setting',
    'app.game_of_the_day',
    'app.games_of_the_day_save',
    'app.house_price',
    'app.kept_apart',
    'app.market_release',
    'app.superseded_bet',
    'app.transfer',
  ]
  const TABLES = READ_MODELS.flatMap(({ tables }) => tables.map(({ table }) => `app.${table}`))

  test('every table that has rows is covered', async () => {
    const empty: string[] = []
    for (const table of TABLES) {
      const { rowCount } = await owner.query(`select from ${table} limit 1`)
      if (rowCount === 0) empty.push(table)
    }
    expect(empty.toSorted()).toEqual(EMPTY)
  })

  test.each(THREADS)('a row of new events that is missing is found in each table, with %i threads', async (threads) => {
    const tables = TABLES.filter((table) => !EMPTY.includes(table))
    const changes: string[] = []
    for (const table of tables) {
      const { rows } = await owner.query<{ column: string }>(
        `select attname as column from pg_attribute where attrelid = '${table}'::regclass and attname in ('number', 'placed_at', 'named_at') order by 1`,
      )
      const newest = rows[0] === undefined ? 'ctid desc' : `${rows[0].column} desc, ctid`
      changes.push(`delete from ${table} where ctid = (select ctid from ${table} order by ${newest} limit 1)`)
    }
    await changed(tables, changes, async () => {
      expect(await foundSince(threads)).toEqual(
        expect.arrayContaining(tables.map((table) => `row_missing ${table.replace('app.', '')}`)),
      )
    })
  })

  const SPLIT = '(select max(number) - 200 from app.audit)'
  const OLD_BET = `(select bet_id from app.bet where number < ${SPLIT} and settled_number > ${SPLIT} order by number limit 1)`
  const OPEN_BET = `(select bet_id from app.bet where number < ${SPLIT} and settled_number is null order by number limit 1)`
  test.each([
    [
      'an event',
      'log.events',
      `update log.events set body = replace(body, '"at":"2026', '"at":"2027') where position = (select max(position) - 5 from log.events)`,
    ],
    [
      'how an old bet ended since',
      'app.bet',
      `update app.bet set return_cents = return_cents + 1 where bet_id = ${OLD_BET}`,
    ],
    [
      'an old bet that ended, shown as open',
      'app.bet',
      `update app.bet set (status, return_cents, settled_at, settled_event, settled_number, graded) = ('pending', null, null, null, null, null) where bet_id = ${OLD_BET}`,
    ],
    [
      'an old bet that is open, shown as ended',
      'app.bet',
      `update app.bet set (status, return_cents, settled_number) = ('won', 1, 3) where bet_id = ${OPEN_BET}`,
    ],
    ['an old bet that is open, gone', 'app.bet', `delete from app.bet where bet_id = ${OPEN_BET}`],
    [
      'a bet that nobody placed',
      'app.book_bet',
      `insert into app.book_bet select 'x' || substr(bet_id, 2), stake_cents, return_cents, league, market, legs, placed_at, prices from app.book_bet limit 1`,
    ],
    [
      'a bet that was settled before',
      'app.settled_bet',
      `update app.settled_bet set settled_at = settled_at - interval '1 second' where ctid = (select min(ctid) from app.settled_bet)`,
    ],
    [
      'a price of today',
      'app.quote',
      `update app.quote set odds = '9.99' where ctid = (select min(ctid) from app.quote)`,
    ],
    [
      'somebody’s password',
      'app.identity',
      `update app.identity set password_hash = 'x' where ctid = (select min(ctid) from app.identity)`,
    ],
    ['the end of the tree', 'app.log_tree', `update app.log_tree set event = 'account-x@1'`],
    [
      'a checkpoint of a read model',
      'app.projection_checkpoint',
      `update app.projection_checkpoint set hash = repeat('0', 64) where projection = 'bets'`,
    ],
  ])('%s that was changed is found', async (_, table, change) => {
    await changed([table], [change], async () => {
      for (const threads of THREADS) expect(await foundSince(threads)).not.toEqual([])
    })
  })

  test.each(THREADS)('what is found with %i threads leads to a complete audit, which reports it', async (threads) => {
    await changed(['app.quote'], [`update app.quote set odds = '9.99'`], async () => {
      const report = await audit(kept(threads), { threads })
      expect([report.resumedFrom, report.state]).toEqual([
        null,
        { ...NONE, whole: 'something was found in what came since, or could not be judged' },
      ])
      expect(report.findings).toEqual((await auditAll()).findings)
    })
  })

  test.each([
    ['its leaves', 'level = 0 and index = 0'],
    ['what is above them', 'level = 1 and index = 0'],
  ])(
    'a changed tile of the old part, %s, is found by a complete audit, since the tree is then a different one',
    async (_, where) => {
      const state = kept()
      const change = `update app.log_tile set hashes = set_byte(hashes, 40, (get_byte(hashes, 40) + 1) % 256) where ${where}`
      await changed(['app.log_tile'], [change], async () => {
        const report = await audit(state)
        expect(report.state?.whole).toBe('the signed tree is another one than the audit before has read')
        expect(report.findings.map(({ code }) => code)).toContain('tile_mismatch')
      })
    },
  )

  test('a changed row of an old event is found only by a complete audit, as the report says', async () => {
    const state = kept()
    const change = `update log.events set body = body || ' ' where position = 20`
    await changed(['log.events'], [change], async () => {
      const report = await audit(state)
      expect(report.resumedFrom).not.toBeNull()
      expect((await auditAll()).findingsInAll).toBeGreaterThan(0)
    })
  })

  test.each(THREADS.flatMap((threads) => ['notes', 'statement'].map((projection) => [threads, projection] as const)))(
    'with %i threads, if the read model %s has not reached the end of the log, the next audit continues from where it is',
    async (threads, projection) => {
      const state = kept(threads)
      const stands = `number = number - 3, position = position::bigint - 3, (hash, event) = (select encode(hash, 'hex'), stream || '@' || version
      from log.events e where e.position = c.position::bigint - 3)`
      const change = `with gone as (delete from app.statement_line
          where '${projection}' = 'statement' and number > (select max(position) - 4 from log.events))
        update app.projection_checkpoint c set ${stands} where projection = '${projection}'`
      await changed(['app.projection_checkpoint', 'app.statement_line'], [change], async () => {
        const report = await audit(state, { threads })
        expect([codesOf(report), report.resumedFrom?.size, report.state]).toEqual([[], first.counts.events, NONE])
      })
      const { counts } = await auditAll()
      const report = await audit(state, { threads })
      expect([codesOf(report), report.resumedFrom?.size, report.counts.events]).toEqual([
        ...[[], counts.events - 3, counts.events],
      ])
    },
  )
})

describe('everything is audited', () => {
  const rewritten = (state: string, change: (audit: { by: object }) => object) => {
    const file = new DatabaseSync(join(state, FILE))
    const { audit: text } = file.prepare('select audit from kept_audit').get() as { audit: string }
    const about = JSON.parse(text)
    file.prepare('update kept_audit set audit = ?').run(JSON.stringify({ ...about, ...change(about) }))
    file.close()
  }
  const by = (change: object) => (state: string) => rewritten(state, (about) => ({ by: { ...about.by, ...change } }))

  test.each<[string, (state: string) => void, string | RegExp]>([
    ['nothing is there', (state) => rmSync(join(state, FILE)), 'nothing was kept there yet'],
    ['the file was cut', (state) => truncateSync(join(state, FILE), 40_960), 'what was kept is not whole'],
    ['it is empty', (state) => truncateSync(join(state, FILE), 0), /^it was in the way: /],
    [
      'it is no database',
      (state) => writeFileSync(join(state, FILE), 'x'.repeat(10_000)),
      'what was kept is not whole',
    ],
    ['others may write to it', (state) => chmodSync(join(state, FILE), 0o660), 'others may write to what was kept'],
    ['another tool kept it', by({ tool: 'x' }), 'it was kept by another version of this tool'],
    ['it is of another database', by({ database: 'at-x' }), 'it was kept of another database'],
    [
      'the tree was another one',
      (state) => rewritten(state, () => ({ root: 'x' })),
      'the signed tree is another one than the audit before has read',
    ],
    [
      'a part of the state is gone',
      (state) => {
        const file = new DatabaseSync(join(state, FILE))
        file.exec(`delete from kept_part where name = 'book'`)
        file.close()
      },
      'nothing was kept of book',
    ],
    [
      'a map is damaged',
      (state) => {
        const file = new DatabaseSync(join(state, FILE))
        file.exec(`update "map open bets" set value = x'00'`)
        file.close()
      },
      /^it was in the way: /,
    ],
  ])(
    'where %s',
    async (_, change, why) => {
      const state = kept()
      change(state)
      expect(await saysWhole(state)).toMatch(why)
    },
    60_000,
  )

  const partGone = (file: string, name: string) => (state: string) => {
    const database = new DatabaseSync(join(state, file))
    database.exec(`delete from kept_map where name = '${name}'`)
    database.close()
  }
  test.each<[string, (state: string) => void, string]>([
    ['the other half is gone', (state) => rmSync(join(state, BESIDE)), 'nothing was kept there yet'],
    ['a part of the other half is gone', partGone(BESIDE, 'balances'), 'nothing was kept of balances'],
    [
      'the other half is of another audit',
      (state) => {
        const file = new DatabaseSync(join(state, BESIDE))
        file.prepare(`update kept_part set value = ? where name = 'pair'`).run(serialize('x'))
        file.close()
      },
      'what two threads have kept is not of one audit',
    ],
    [
      'one thread kept it',
      (state) => {
        rmSync(state, { recursive: true })
        cpSync(join(folder, 'kept 1'), state, { recursive: true })
      },
      'it was kept by another number of threads',
    ],
  ])(
    'with two kept states, and %s',
    async (_, change, why) => {
      const state = kept(2)
      change(state)
      expect(await saysWhole(state, 2)).toBe(why)
    },
    60_000,
  )

  test('by one thread if two have kept a state, nothing of which is left', async () => {
    const state = kept(2)
    expect(await saysWhole(state, 1)).toBe('it was kept by another number of threads')
    expect(readdirSync(state)).toEqual([FILE])
  })

  test('an audit that was killed leaves the kept state as it was, and its own file to be removed', async () => {
    const state = kept()
    // of a process that has ended
    const left = [FILE, BESIDE].map((file) => join(state, `${file}.${2 ** 22 + 1}`))
    for (const file of left) writeFileSync(file, 'half')
    expect((await audit(state)).resumedFrom?.size).toBe(first.counts.events)
    expect(left.filter(existsSync)).toEqual([])
  })
})

test('over a house with a row in every table, and with what happens in it afterwards', async () => {
  const house = await openHouse()
  const key = newKey()
  const sign = async () => {
    const store = await PostgresLog.open({ url: house.database.url })
    await signAll(store, house.database.url, key)
    await store.close()
  }
  const running = new pg.Client({ connectionString: house.database.url, application_name: 'fairbook test' })
  await running.connect()
  const look = async (due: readonly unknown[], isSigned = true) => {
    if (isSigned) await sign()
    for (const threads of THREADS) {
      const report = await verify({ url: house.database.url, threads, state: join(folder, `house ${threads}`) })
      expect([codesOf(report), report.gaps, report.state, report.resumedFrom?.size]).toEqual(due)
    }
  }
  const { counts } = await house.verify()
  const size = counts.events
  await look([[], [], { ...NONE, whole: 'nothing was kept there yet' }, undefined], false)
  const unsigned = `0 events are signed of the ${size} of the audit before`
  await look([[], [], { ...NONE, whole: unsigned }, undefined], false)
  await look([[], [], NONE, size])
  await house.actInSession()
  await look([[], [], NONE, counts.events])
  await house.arrive()
  await look([[], [], NONE, counts.events + 1])
  await house.passDays()
  await look([[], [], NONE, counts.events + 2])
  // superseded for good; their rows stay
  const { rows } = await house.owner.query(
    `select from app.settled_bet where settled_at < (select max(settled_at) - interval '5 days' from app.settled_bet)`,
  )
  expect(rows).toHaveLength(4)
  await look([[], [], NONE, (await house.verify()).counts.events])
  await running.end()
  await house.close()
})
