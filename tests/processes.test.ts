// The product in many processes: two apis, two projectors, two workers, a simulator; Postgres, and Redis if installed
// (otherwise the queues are on Postgres); the log on EventStoreDB if EVENTSTORE_URL is set. Each process is killed in
// turn under load, and the servers too: nothing acknowledged is lost or duplicated, without any help.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Bet } from '#services/contract/contract.ts'
import { control, SERVER_CONTROL } from '#services/event-store/eventstoredb/testing/server.ts'
import { type Cluster, startCluster } from '#services/platform/embedded-postgres/cluster.ts'
import { DATABASE, ensureDatabase } from '#services/platform/embedded-postgres/local-database.ts'
import { ask, call, NODE, SUPER_ADMIN, signIn } from './product.ts'
import { letThemBet, type Punters } from './punters.ts'
import { startRedis, type TestRedis } from './redis.ts'
import { createServiceGroup, type ServiceGroup } from './service-group.ts'
import { findRedis } from './system-packages.ts'

const BETTORS = 4
/** A stack of a bug, on the terminal or in a log line. The api may log a failed request while a server is down. */
const STACK = /\n\s+at |"level":50(?!.*a request failed unexpectedly)/
const SOON = { timeout: 60_000, interval: 50 }
/** Time limit of a test on two busy cores; its own waits end earlier, and say what for. */
const TEST_MS = 900_000
/** Fast enough for every game with bets to end within the test. */
const TO_THE_END = { SIM_SPEED: '900' }

const { EVENTSTORE_URL } = process.env
const hasRedis = findRedis() !== null

describe(`many processes, queues on ${hasRedis ? 'Redis' : 'Postgres'}, log on ${EVENTSTORE_URL ? 'EventStoreDB' : 'Postgres'}`, {
  timeout: TEST_MS,
}, () => {
  let dataDir: string
  let cluster: Cluster
  let redis: TestRedis | null = null
  let group: ServiceGroup
  let env: Record<string, string>
  let tokens: string[]
  let punters: Punters
  const bettorNames = Array.from({ length: BETTORS }, (_, number) => `punter-${number}`)

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'fairbook-processes-'))
    cluster = await startCluster({ dataDir, settings: { max_connections: '300' } })
    await ensureDatabase(cluster)
    if (hasRedis) redis = await startRedis({ keep: true })
    env = {
      DATABASE_URL: cluster.serviceUrl(DATABASE),
      DATABASE_OWNER_URL: cluster.ownerUrl(DATABASE),
      SIM_SPEED: '60',
      SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
      SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
      ...(redis && { REDIS_URL: redis.url }),
      ...(EVENTSTORE_URL && { EVENTSTORE_URL, EVENTSTORE_PREFIX: `t${randomBytes(6).toString('hex')}` }),
    }
    group = await createServiceGroup(env)
  })
  afterAll(async () => {
    punters?.giveUp()
    await Promise.all(group.processes.map((member) => member.giveUp()))
    await redis?.stop()
    await cluster.stop(1_000)
    rmSync(dataDir, { recursive: true, force: true })
  })

  // when a test fails, the processes' output says why
  beforeEach(({ onTestFailed }) => {
    onTestFailed(() => {
      for (const { name, isAlive, output } of group.processes) {
        process.stderr.write(`-- ${name}${isAlive ? '' : ' (ended)'}\n${output}\n`)
      }
    })
  })

  const ready = async (origin: string) => (await fetch(`${origin}/readyz`).catch(() => null))?.status
  const bothReady = () =>
    vi.waitFor(async () => expect(await Promise.all(group.origins.map(ready))).toEqual([200, 200]), SOON)
  /** Waits until this many more bets are placed and acknowledged. */
  const moreBets = async (count = 10) => {
    const before = punters.acknowledged.size
    await vi.waitFor(() => expect(punters.acknowledged.size).toBeGreaterThan(before + count), SOON)
  }

  test('all start at once on an empty database', async () => {
    await group.startAll()
    await bothReady()
    expect(group.process('api-1').output).toMatch(/^api is ready: http:\/\/127\.0\.0\.1:\d+\n$/m)
    expect(group.processes.map((member) => member.output).join('')).not.toMatch(STACK)
  })

  test('accounts and deposits, through either api', async () => {
    const [here, there] = group.origins
    const root = await signIn(here, SUPER_ADMIN.username, SUPER_ADMIN.password)
    const admin = { adminUsername: 'house-admin', adminPassword: 'runs the house', adminBalance: 10_000 }
    await ask(there, '/api/admin/dashboard', { token: root, body: { action: 'createUserAsAdmin', ...admin } })
    const token = await signIn(here, admin.adminUsername, admin.adminPassword)
    tokens = []
    for (const [number, username] of bettorNames.entries()) {
      const user = { action: 'createUser', username, password: 'a punter', initialBalance: 500 }
      const made = await ask<{ userId: string }>(number % 2 === 0 ? here : there, '/api/admin/dashboard', {
        token,
        body: user,
      })
      tokens.push(await signIn(there, username, 'a punter'))
      const deposit = { action: 'updateBalance', userId: made.userId, amountToAdd: 500, balanceType: 'deposit' }
      await ask(number % 2 === 0 ? there : here, '/api/admin/dashboard', { token, body: deposit })
    }
    // both apis know every deposit now
    for (const origin of group.origins) {
      for (const [number, username] of bettorNames.entries()) {
        await vi.waitFor(async () => {
          const refresh = { action: 'refresh', username }
          const { user } = await ask<{ user: { balance: string } }>(origin, '/api/auth/auth', {
            token: tokens[number]!,
            body: refresh,
          })
          expect(user.balance).toBe('1000.00')
        }, SOON)
      }
    }
  })

  test('each process is killed in turn, and started again', async ({ signal }) => {
    punters = letThemBet(group.origins, tokens, 'load')
    await moreBets()
    for (const member of group.processes) {
      // a test whose time is up must not kill anything during the next one
      signal.throwIfAborted()
      await member.end('SIGKILL')
      await moreBets(3)
      // bets acknowledged after the kill reach the read models before the restart, because another projector leads
      if (member.name.startsWith('projector')) await seen([...punters.acknowledged.values()].at(-1)!)
      await member.start()
      await moreBets(3)
    }
    await bothReady()
  })

  test('the servers are killed in turn, and come back', async ({ signal }) => {
    if (redis !== null) {
      const client = new Redis(redis.url)
      await client.flushall()
      client.disconnect()
      await moreBets()
      signal.throwIfAborted()
      await redis.kill()
      await moreBets()
      await redis.start()
    }
    signal.throwIfAborted()
    if (EVENTSTORE_URL && SERVER_CONTROL !== null) {
      await control('kill')
      await control('start')
      await moreBets()
    }
    signal.throwIfAborted()
    process.kill(cluster.pid, 'SIGKILL')
    await vi.waitFor(() => expect(cluster.isAlive()).toBe(false), SOON)
    cluster = await startCluster({ dataDir, settings: { max_connections: '300' } })
    await moreBets()
    await bothReady()
    expect(group.processes.filter((member) => !member.isAlive)).toEqual([])
    // expected trouble is logged in single lines
    expect(group.processes.map((member) => member.output).join('')).not.toMatch(STACK)
  })

  test('SIGTERM under load drains: each ends with 0', async () => {
    const api = group.process('api-2')
    expect(await api.end('SIGTERM')).toBe(0)
    await moreBets()
    await api.start()
    await punters.stop()
    expect(punters.parlays).toBeGreaterThan(0)
    expect(await group.stopAll()).toEqual(Object.fromEntries(group.processes.map(({ name }) => [name, 0])))
  })

  test('what was acknowledged is there once, at both apis, and all of it settles', async () => {
    await group.startAll(TO_THE_END)
    await bothReady()
    // a lost parlay still shows the games of its other legs, which go on: both apis are asked again until they agree
    const settled = await vi.waitFor(
      async () => {
        const [bets, there] = await Promise.all(
          group.origins.map((origin) => Promise.all(tokens.map((token) => betsOf(origin, token)))),
        )
        expect(bets!.flat().filter((bet) => bet.status === 'pending')).toEqual([])
        expect(there).toEqual(bets)
        return bets!
      },
      { timeout: 90_000, interval: 500 },
    )
    for (const [bettor, bets] of settled.entries()) {
      const ids = bets.map((bet) => bet.id)
      expect(new Set(ids).size).toBe(ids.length)
      const acknowledged = [...punters.acknowledged.values()].filter((placed) => placed.bettor === bettor)
      const known = new Set(ids)
      expect(acknowledged.filter(({ betId }) => !known.has(betId))).toEqual([])
      // every key was sent until it had an answer
      expect(ids.length).toBe(acknowledged.length)
    }
    expect(settled.flat().some((bet) => bet.is_parlay && bet.status === 'won')).toBe(true)
    const [key, { bettor, body, betId }] = [...punters.acknowledged].at(-1)!
    for (const origin of group.origins) {
      const again = await call(origin, '/api/bets/place-bet', { token: tokens[bettor]!, body, key })
      expect(again).toMatchObject({ status: 200, body: { betId } })
    }
  })

  test('the audit is clean', async () => {
    const { code, said } = await verify()
    expect(said).toContain('clean')
    expect(code).toBe(0)
  })

  async function betsOf(origin: string, token: string): Promise<Bet[]> {
    const all: Bet[] = []
    for (let before = ''; ; before = `?before=${all.at(-1)!.id}`) {
      const page = await ask<Bet[]>(origin, `/api/bets/my-bets${before}`, { token })
      if (page.length === 0) return all
      all.push(...page)
    }
  }

  async function seen({ bettor, betId }: { bettor: number; betId: string }): Promise<void> {
    await vi.waitFor(async () => {
      const origin = group.origins.find((_, index) => group.process(`api-${index + 1}`).isAlive)!
      const newest = await ask<Bet[]>(origin, '/api/bets/my-bets', { token: tokens[bettor]! })
      expect(newest.map((bet) => bet.id)).toContain(betId)
    }, SOON)
  }

  const verify = (): Promise<{ code: number; said: string }> =>
    new Promise((resolve) =>
      execFile(
        NODE,
        ['services/auditor/main.ts', 'verify'],
        { env: { ...process.env, ...env } },
        (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
      ),
    )
})
