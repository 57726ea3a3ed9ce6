import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectForTest } from '#tests/database.ts'
import { readConfig } from '../config.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { DataDirInUse, lockDataDir } from './data-dir-lock.ts'
import { DATABASE, ensureDatabase, openLocalDatabase } from './local-database.ts'
import { findPostmaster } from './postmaster.ts'

// of mode 0700: if root runs the tests, the user that Postgres runs as cannot enter it
let dataDir: string
const folder = () => join(dataDir, 'postgres')
// nothing has to reach the disk, but what is acknowledged is with the operating system
const start = () => startCluster({ dataDir, durable: false, settings: { synchronous_commit: 'on' } })

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fairbook-cluster-'))
})
afterAll(async () => {
  await (await start()).stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function ask(cluster: Cluster, query: string): Promise<unknown> {
  const client = new pg.Client(cluster.ownerUrl('postgres'))
  await client.connect()
  try {
    const { rows } = await client.query({ text: query, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

describe('an embedded Postgres', () => {
  test('is created at the first start, and asks for its password', async () => {
    const cluster = await start()
    expect(cluster.adopted).toBe(false)
    expect(await ask(cluster, 'show server_encoding')).toBe('UTF8')
    const stranger = new pg.Client(cluster.ownerUrl('postgres').replace(/:[^:@]+@/, ':guess@'))
    await expect(stranger.connect()).rejects.toThrow(/password authentication failed/)
  })

  const script = join(import.meta.dirname, '../../../deploy/database-url.sh')

  test('is where the operators’ script says', async () => {
    const cluster = await start()
    const { PATH } = process.env
    const said = (...args: string[]) =>
      execFileSync('sh', [script, ...args], { env: { PATH, DATA_DIR: dataDir }, encoding: 'utf8' })
    expect(said()).toBe(`${cluster.serviceUrl(DATABASE)}\n`)
    expect(said('owner')).toBe(`${cluster.ownerUrl(DATABASE)}\n`)
    expect(said('port')).toBe(new URL(said()).port)
  })

  test.each([
    ['in a folder without one', '/nowhere', [], 1, '/nowhere/postgres.json cannot be read: is DATA_DIR '],
    ['for what it does not know', '', ['admin'], 2, 'usage: sh deploy/database-url.sh [owner|port]\n'],
  ])('asked %s, the operators’ script prints no address', (_where, folder, args, code, said) => {
    const env = { PATH: process.env.PATH, DATA_DIR: folder || dataDir }
    const { status, stdout, stderr } = spawnSync('sh', [script, ...args], { env, encoding: 'utf8' })
    expect([status, stdout]).toEqual([code, ''])
    expect(stderr).toContain(said)
    expect(stderr.match(/\n/g)).toHaveLength(1)
  })

  test.runIf(process.platform === 'linux')('gets no secret of the product', async () => {
    process.env.SUPER_ADMIN_PASSWORD = 'of the super admin'
    const other = mkdtempSync(join(tmpdir(), 'fairbook-cluster-'))
    const cluster = await startCluster({ dataDir: other, durable: false })
    const environment = readFileSync(`/proc/${cluster.pid}/environ`, 'utf8')
    expect(environment).toContain('PATH=')
    expect(environment).not.toContain('SUPER_ADMIN_PASSWORD')
    await cluster.stop()
    delete process.env.SUPER_ADMIN_PASSWORD
    rmSync(other, { recursive: true, force: true })
  })

  test('is adopted if it is running already', async () => {
    const running = await findPostmaster(folder())
    const cluster = await start()
    expect([cluster.adopted, cluster.pid]).toEqual([true, running!.pid])
  })

  test.each([
    ['killed', (cluster: Cluster) => process.kill(cluster.pid, 'SIGKILL')],
    ['abandoned', (cluster: Cluster) => cluster.abandon()],
  ])('comes back on its port after it was %s', async (how, end) => {
    const before = await start()
    await ask(before, `create table ${how} as select 1 as one`)
    end(before)
    await expect.poll(() => before.isAlive()).toBe(false)
    const cluster = await start()
    expect([cluster.adopted, cluster.port]).toEqual([false, before.port])
    expect(await ask(cluster, `select count(*)::integer from ${how}`)).toBe(1)
  })

  test('starts if a dead one left a process id that belongs to another process by now', async () => {
    await (await start()).stop()
    writeFileSync(join(folder(), 'postmaster.pid'), `${process.pid}\n${folder()}\n1\n5432\n\n127.0.0.1\n\nready\n`)
    expect(await findPostmaster(folder())).toBeNull()
    const cluster = await start()
    expect(cluster.adopted).toBe(false)
    expect(await ask(cluster, 'select 1')).toBe(1)
  })

  test('keeps what it acknowledged by default', async () => {
    const durable = mkdtempSync(join(tmpdir(), 'fairbook-cluster-'))
    const cluster = await startCluster({ dataDir: durable })
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      expect(await ask(cluster, `show ${setting}`), setting).toBe('on')
    }
    // beside the other one
    expect(cluster.port).not.toBe((await start()).port)
    await cluster.stop()
    rmSync(durable, { recursive: true, force: true })
  })

  test('is opened for a tool, whether it runs or not, and left as it was found', async () => {
    const config = readConfig({ DATA_DIR: dataDir })
    await ensureDatabase(await start())
    const whileRunning = await openLocalDatabase(config)
    await whileRunning.close()
    expect((await findPostmaster(folder()))?.ready).toBe(true)
    await (await start()).stop()
    const whileStopped = await openLocalDatabase(config)
    const client = await connectForTest(whileStopped.ownerUrl)
    await client.end()
    expect(new URL(whileStopped.serviceUrl).pathname).toBe(`/${DATABASE}`)
    await whileStopped.close()
    expect(await findPostmaster(folder())).toBeNull()
    const nowhere = readConfig({ DATA_DIR: join(dataDir, 'nothing') })
    await expect(openLocalDatabase(nowhere)).rejects.toThrow(/holds no database/)
  })
})

test('a data folder has one user at a time', () => {
  const first = lockDataDir(dataDir)
  expect(first.afterCrash).toBe(false)
  expect(() => lockDataDir(dataDir)).toThrow(DataDirInUse)
  first.release()
  lockDataDir(dataDir).release()
})

test('a data folder that cannot be used is named in one line, with the reason', () => {
  const file = join(dataDir, 'a file')
  writeFileSync(file, '')
  // as on a full disk: the folder takes the lock, and no more
  const full = join(dataDir, 'full')
  mkdirSync(join(full, 'lock.pid'), { recursive: true })
  for (const wrong of [file, join(file, 'below'), full]) {
    expect(() => lockDataDir(wrong)).toThrow(/^DATA_DIR: nothing can be kept in \S.* \(\S.*\)$/)
  }
})
