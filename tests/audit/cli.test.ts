// The command itself: how it is started, what it prints, how it ends.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rebuild } from '#projections/rebuild/rebuild.ts'
import { decodeBody, encodeEvent } from '#services/event-store/encoding.ts'
import type { StoredEvent } from '#services/event-store/port.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { newKey, ORIGIN } from '#services/notary/testing/notary.ts'
import { migrate } from '#services/platform/database/migration/migrate.ts'
import { startCluster } from '#services/platform/embedded-postgres/cluster.ts'
import { lockDataDir } from '#services/platform/embedded-postgres/data-dir-lock.ts'
import { DATABASE, ensureDatabase } from '#services/platform/embedded-postgres/local-database.ts'
import { findPostmaster } from '#services/platform/embedded-postgres/postmaster.ts'
import { checkpointText } from '#services/transparency/checkpoint.ts'
import { NoteSigner } from '#services/transparency/signed-note.ts'
import { idOf } from '../corpus/script.ts'
import { connectForTest, createEmptyDatabase, createTestDatabase } from '../database.ts'
import { type House, openHouse } from './house.ts'
import { type Ended, ledger as runLedger, startLedger } from './ledger-command.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'fairbook-ledger-'))
/** The Node that many machines have: it cannot run TypeScript, and hands over to the one in the package. */
const SYSTEM_NODE = existsSync('/usr/bin/node') ? '/usr/bin/node' : process.execPath

const ledger = (args: string[], env: Record<string, string>, node = process.execPath): Promise<Ended> =>
  runLedger(args, env, { node, cwd: FOLDER })

async function firstOf(store: PostgresLog, stream: string): Promise<StoredEvent> {
  for await (const event of store.readStream(stream)) return event
  throw new Error(`${stream} is empty`)
}

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }))

// up to eight processes per test, each of which takes seconds to start on a busy machine
describe('with DATABASE_URL', () => {
  let house: House
  let env: { DATABASE_URL: string }
  beforeAll(async () => {
    house = await openHouse()
    // money in transit has arrived, as in a stopped product
    await house.arrive()
    env = { DATABASE_URL: house.database.url }
  })
  afterAll(() => house.close())

  test('a clean ledger: 0, with what was checked', async () => {
    const { code, out, err } = await ledger(['verify'], env, SYSTEM_NODE)
    expect(err).toBe('')
    expect(out).toContain('ledger verify: clean')
    expect(out).toMatch(/checked +\d+ events, \d+ postings, 12 bets \(2 open\)/)
    expect(out).toContain(`log       ${house.logId}`)
    expect(out).not.toContain('\u001b')
    expect(code).toBe(0)
  })

  test('help of which somebody reads only the beginning ends without an error', () => {
    const tool = join(import.meta.dirname, '../../services/auditor/ledger.js')
    const { stdout, stderr } = spawnSync('sh', ['-c', `'${process.execPath}' '${tool}' help verify | head -n 1`], {
      encoding: 'utf8',
    })
    expect([stdout.split('\n')[0], stderr]).toEqual([expect.stringMatching(/^Usage: ledger verify/), ''])
  })

  test('findings: 1, each named, the same from run to run', async () => {
    await house.owner.query(`update app.account set wallet_cents = wallet_cents + 1 where role = 'user'`)
    const runs = [await ledger(['verify'], env), await ledger(['verify'], env)]
    await house.owner.query(`update app.account set wallet_cents = wallet_cents - 1 where role = 'user'`)
    const findings = runs.map(({ out }) => out.slice(0, out.indexOf('ledger verify:')))
    expect(findings[0]).toMatch(/^\d findings in .+\(row_different \d+\)/)
    expect(findings[0]).toContain('row_different: account ')
    expect(findings[1]).toBe(findings[0])
    expect(runs.map(({ code }) => code)).toEqual([1, 1])
  })

  test('--json and -o FILE', async () => {
    const { code, out } = await ledger(['verify', '--json'], env)
    const report = JSON.parse(out) as Record<string, unknown>
    expect(report).toMatchObject({ schema: 'fairbook-verify/1', result: 'clean', log: house.logId, findings: [] })
    expect(out).not.toContain('"body"')
    const toFile = await ledger(['verify', '--json', '-o', 'report.json'], env)
    expect(toFile).toEqual({ code: 0, out: '', err: '' })
    expect(JSON.parse(readFileSync(join(FOLDER, 'report.json'), 'utf8'))).toMatchObject({ result: 'clean' })
    expect(code).toBe(0)
  })

  test.each([
    ['balances'],
    ['replay', '--as-of', '#12'],
    ['statement', 'FINN'],
    ['trial-balance'],
    ['exceptions'],
    ['diff'],
    ['trace', '#3'],
  ])('ledger %s: 0, with one sentence first, and data alone on stdout', async (...args) => {
    const { code, out, err } = await ledger(args, env)
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^[^\n]+\.\n\n {2}log +[0-9a-f]{32}\n {2}range +ledger numbers 0 to \d+/)
    expect(out).not.toContain('\u001b')
  })

  test('and for programs into a file', async () => {
    expect(await ledger(['balances', '--json', '-o', 'balances.json'], env)).toEqual({ code: 0, out: '', err: '' })
    const written = JSON.parse(readFileSync(join(FOLDER, 'balances.json'), 'utf8')) as Record<string, unknown>
    expect(written).toMatchObject({ schema: 'fairbook-balances/1', result: 'clean', log: house.logId, sumCents: 0 })
  })

  test('a conflict of interest is a finding: 1', async () => {
    const { code, out } = await ledger(['conflicts', '-o', '-'], env)
    expect(code).toBe(1)
    expect(out).toContain('opened and settled')
  })

  test('a question that cannot be answered: 2, with one line', async () => {
    for (const [args, said] of [
      [
        ['balances', '--as-of', 'noon'],
        "--as-of takes a ledger number (812) or a time with its zone (2026-11-20T18:30:00Z), not 'noon'",
      ],
      [['balances', '--as-of', '100000'], 'the log ends at ledger number '],
      [['statement', 'nobody'], "nobody is called 'nobody' here"],
      [['diff', '--model', 'balance'], "no read model is called 'balance'"],
      [['trace', 'finn'], 'trace takes the id of a bet or a command'],
      [['prove', 'finn'], 'prove takes the id of a bet (32 digits and letters), an event'],
    ] as const) {
      const { code, out, err } = await ledger([...args], env)
      expect([code, out], said).toEqual([2, ''])
      expect(err).toContain(`ledger: ${said}`)
      expect(err.trimEnd().split('\n')).toHaveLength(1)
    }
    for (const args of [['balances', '--kind', 'gold'], ['statement'], ['trace', '#1', '#2']]) {
      expect(await ledger(args, env)).toMatchObject({ code: 2, out: '' })
    }
  })

  test('a question to nobody: 4, with one line', async () => {
    const { code, out, err } = await ledger(['balances'], { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' })
    expect([code, out]).toEqual([4, ''])
    expect(err).toMatch(/^ledger: .+\n$/)
  })

  test('a report that is not read to its end still gives the same exit code', async () => {
    expect(await runLedger(['verify'], env, { unread: true })).toEqual({ code: 0, out: '', err: '' })
  })

  test('a report that has no place: 2, before anything is read', async () => {
    const nowhere = { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }
    for (const place of ['no/such/folder/report.json', '.']) {
      const { code, out, err } = await ledger(['verify', '-o', place], nowhere)
      expect([code, out]).toEqual([2, ''])
      expect(err).toMatch(/^ledger: the report could not be written: .+\n$/)
    }
  })

  test('wrong use: 2', async () => {
    expect((await ledger(['verify', '--nonsense'], env)).code).toBe(2)
    expect((await ledger(['veryfy'], env)).code).toBe(2)
    expect((await ledger(['verify'], { ...env, PORT: 'x' })).code).toBe(2)
    expect((await ledger(['--help'], env)).code).toBe(0)
    const { code, err } = await ledger(['verify', '--state', '/proc/fairbook'], env)
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^ledger: nothing can be kept in \/proc\/fairbook: E.+mkdir.+\n$/),
    ])
  })

  test('nothing there: 4, with one line', async () => {
    const empty = await createEmptyDatabase()
    for (const wrong of [{ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }, { DATABASE_URL: empty.ownerUrl }, {}]) {
      const { code, out, err } = await ledger(['verify'], wrong as Record<string, string>)
      expect([code, out]).toEqual([4, ''])
      expect(err).toMatch(/^ledger: .+\n$/)
    }
    await empty.drop()
  })

  test('tables for a ledger that was never begun: 4, whatever is asked', async () => {
    const migrated = await createTestDatabase()
    const there = { DATABASE_URL: migrated.url }
    for (const command of ['verify', 'balances', 'checkpoint', 'exceptions']) {
      const { code, out, err } = await ledger([command], there)
      expect([command, code, out]).toEqual([command, 4, ''])
      expect(err).toMatch(/^ledger: this database holds no ledger yet: .+\n$/)
    }
    // somebody kept a signed checkpoint of one
    const kept = new NoteSigner(ORIGIN, newKey())
    const text = checkpointText({ origin: ORIGIN, size: 7, root: Buffer.alloc(32) })
    writeFileSync(join(FOLDER, 'kept.txt'), kept.sign(text))
    const cut = await ledger(['verify', '--json', '--checkpoint', 'kept.txt', '--key', kept.verifierKey], there)
    expect([cut.code, cut.out]).toEqual([1, expect.stringContaining('log_cut')])
    // there was a ledger, but its events are gone
    const owner = await connectForTest(migrated.ownerUrl)
    await owner.query(`insert into app.log_checkpoint (size, note) values (1, 'none')`)
    await owner.end()
    expect((await ledger(['verify'], there)).code).toBe(1)
    await migrated.drop()
  })

  test('another log behind the read models: 1, and both are named', async () => {
    const other = await createTestDatabase()
    const store = await PostgresLog.open({ url: other.url })
    const { stream, type, hash, body } = await firstOf(store, 'ledger')
    await store.close()
    await other.drop()
    await house.owner.query('create table kept as select * from log.events; truncate log.events')
    await house.owner.query(
      `insert into log.events (position, stream, version, type, hash, body) values (1, $1, 0, $2, decode($3, 'hex'), $4)`,
      [stream, type, hash, body],
    )
    const { code, out } = await ledger(['verify'], env)
    await house.owner.query('truncate log.events; insert into log.events select * from kept; drop table kept')
    const place = 'checkpoint_mismatch: projection_checkpoint accounts'
    const meaning = '  the checkpoint of a read model does not name the event at its place'
    const lines = [place, meaning, `  expected  log_id = ${store.logId}`, `  actual    ${house.logId}`]
    expect(out).toContain(lines.join('\n'))
    expect(out).toContain(`log       ${store.logId}`)
    expect(code).toBe(1)
    expect(await ledger(['verify'], env)).toMatchObject({ code: 0 })
  })

  test('what is missing, or must not be read: 3, with one line', async () => {
    const hidden: [hide: string, show: string, said: string][] = [
      ['alter table app.transfer rename to away', 'alter table app.away rename to transfer', 'lacks app.transfer'],
      ['alter table app.bet rename odds to away', 'alter table app.bet rename away to odds', 'lacks app.bet.odds'],
    ]
    const role = new URL(env.DATABASE_URL).username
    const grant = (how: string) => `${how.replace('SELECT', `select on app.identity`)} ${role}`
    hidden.push([grant('revoke SELECT from'), grant('grant SELECT to'), 'permission denied for table identity'])
    for (const [hide, show, said] of hidden) {
      await house.owner.query(hide)
      const { code, out, err } = await ledger(['verify'], env)
      await house.owner.query(show)
      expect([code, out]).toEqual([3, ''])
      expect(err).toMatch(/^ledger: .+\n$/)
      expect(err).toContain(said)
    }
    expect(await ledger(['verify'], env)).toMatchObject({ code: 0 })
  })

  test('interrupted: 130, with nothing said', async () => {
    const { owner, database } = house
    const migrating = await connectForTest(database.ownerUrl)
    await migrating.query('begin; lock table app.account in access exclusive mode')
    const { ended, kill } = startLedger(['verify'], env)
    const waiting = `select 1 from pg_stat_activity where application_name = 'fairbook ledger'
      and wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1)
    kill('SIGINT')
    expect(await ended).toEqual({ code: 130, out: '', err: '' })
    await migrating.end()
  })

  test('an event of a later version: 3, because what follows cannot be judged', async () => {
    const store = await PostgresLog.open({ url: env.DATABASE_URL })
    const stream = `account-${idOf('cy')}`
    const head = await store.readHead(stream)
    const meta = { ...decodeBody((await firstOf(store, stream)).body).meta, recordedAt: new Date().toISOString() }
    const later = { log: store.logId, stream, version: head.version + 1, type: 'AccountMerged', schema: 1, data: {} }
    await store.append({ stream, expected: head, events: [encodeEvent({ ...later, meta, prev: head.hash })] })
    await store.close()
    const { code, out } = await ledger(['verify'], env)
    expect(out).toContain('not judged: the auditor does not know AccountMerged in schema version 1')
    expect(code).toBe(3)
    const balances = await ledger(['balances'], env)
    expect(balances.out).toContain('Not everything could be judged: the auditor does not know AccountMerged')
    expect(balances.code).toBe(3)
  })
})

test('with DATA_DIR, while the product is stopped and while it runs', async () => {
  const dataDir = join(FOLDER, 'data')
  const made = await startCluster({ dataDir, durable: false })
  await ensureDatabase(made)
  const urls = { ownerUrl: made.ownerUrl(DATABASE), serviceUrl: made.serviceUrl(DATABASE) }
  await migrate(urls)
  const store = await PostgresLog.open({ url: urls.serviceUrl })
  await rebuild({ store, url: urls.serviceUrl })
  await store.close()

  const lock = lockDataDir(dataDir)
  expect(await ledger(['verify'], { DATA_DIR: dataDir })).toMatchObject({ code: 0, err: '' })
  expect(made.isAlive()).toBe(true)
  await made.stop()
  lock.release()

  expect(await ledger(['verify'], { DATA_DIR: dataDir })).toMatchObject({ code: 0, err: '' })
  expect(await findPostmaster(join(dataDir, 'postgres'))).toBe(null)
})
