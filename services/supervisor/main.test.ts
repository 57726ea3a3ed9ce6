// The whole product as `npm start` runs it: with real parts, in a folder of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostmaster, isAlive, stopPostmaster } from '#services/platform/embedded-postgres/postmaster.ts'
import type { Service } from '#services/platform/process/service-environment.ts'
import { createEmptyDatabase } from '#tests/database.ts'
import { freePorts } from '#tests/free-ports.ts'
import { METRICS_PORTS } from './service-settings.ts'

/** Allows for the whole product on a busy machine. */
const SOON = { timeout: 240_000, interval: 50 }
const MAIN = join(import.meta.dirname, 'main.ts')

type Run = { process: ChildProcess; said: () => string; ended: Promise<number | null> }

let dataDir: string
const runs: Run[] = []

function start(env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', NO_BUILD: '1', VITEST: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const output of [child.stdout!, child.stderr!]) output.on('data', (chunk) => (text += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const run = { process: child, said: () => text, ended }
  runs.push(run)
  return run
}

async function addressOf(run: Run): Promise<string> {
  await expect.poll(run.said, SOON).toContain('Fairbook is ready: ')
  return /Fairbook is ready: (\S+)/.exec(run.said())![1]!
}

/** As the kernel lists them, because the programs that tell are not on every machine. */
const childrenOf = (pid: number): number[] =>
  readdirSync('/proc').flatMap((entry) => {
    const stat = /^\d+$/.test(entry) ? (tryToRead(`/proc/${entry}/stat`) ?? '') : ''
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(parent) === pid ? [Number(entry)] : []
  })

function tryToRead(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

const isReady = async (address: string) => (await fetch(`${address}/readyz`).catch(() => null))?.status

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fairbook-main-'))
})
afterAll(async () => {
  for (const run of runs) run.process.kill('SIGKILL')
  const left = await findPostmaster(join(dataDir, 'postgres'))
  if (left) await stopPostmaster(left.pid, 2_000)
  rmSync(dataDir, { recursive: true, force: true })
})

describe('npm start', { timeout: 600_000 }, () => {
  let postgres: number

  test('starts everything, prints its address, and the made-up password once', async () => {
    const run = start()
    const address = await addressOf(run)
    expect(run.said().match(/Super admin: superadmin, password: \S{12,} /g)).toHaveLength(1)
    await expect.poll(() => isReady(address), SOON).toBe(200)
    run.process.kill('SIGTERM')
    expect(await run.ended).toBe(0)
    expect(await findPostmaster(join(dataDir, 'postgres'))).toBeNull()
  })

  test('continues where it was, and does not print the password again', async () => {
    const metricsPort = await freePorts(METRICS_PORTS.length)
    const run = start({ METRICS_PORT: String(metricsPort) })
    const address = await addressOf(run)
    expect(run.said()).not.toContain('password')
    postgres = (await findPostmaster(join(dataDir, 'postgres')))!.pid
    expect(run.said()).toContain(`Metrics: http://127.0.0.1:${metricsPort}/metrics to ${metricsPort + 4} (`)
    await servesMetrics(metricsPort, address)
  })

  async function servesMetrics(first: number, address: string) {
    const metricsOf = async (service: Service, path = '/metrics') => {
      const reply = await fetch(`http://127.0.0.1:${first + METRICS_PORTS.indexOf(service)}${path}`)
      return reply.ok ? reply.text() : String(reply.status)
    }
    await expect.poll(() => isReady(address), SOON).toBe(200)
    const shown: Record<Service, RegExp[]> = {
      api: [
        /^fairbook_http_requests_total\{method="GET",route="\/readyz",status="200"\} [1-9]/m,
        /^fairbook_streams 0$/m,
      ],
      projector: [/^fairbook_projector_leading 1$/m, /^fairbook_projection_lag_seconds\{projection="balances"\} \d/m],
      notary: [
        /^fairbook_log_signed_events [1-9]/m,
        /^fairbook_log_unsigned_seconds \d/m,
        /^fairbook_backup_age_seconds \d/m,
      ],
      worker: [/^fairbook_jobs_total\{queue="ticks",job="poll",result="done"\} [1-9]/m, /^fairbook_jobs\{/m],
      simulator: [/^process_cpu_seconds_total /m, /^nodejs_eventloop_lag_p99_seconds /m],
    }
    for (const [service, lines] of Object.entries(shown) as [Service, RegExp[]][]) {
      for (const line of lines) await expect.poll(() => metricsOf(service), SOON).toMatch(line)
      await expect.poll(() => metricsOf(service), SOON).not.toMatch(/^fairbook_metrics_unread\{.*\} 1$/m)
      expect(await metricsOf(service, '/')).toBe('404')
    }
    expect(await (await fetch(`${address}/metrics`)).text()).not.toContain('fairbook_')
  }

  test('refuses to run twice on the same folder', async () => {
    const second = start()
    expect(await second.ended).toBe(1)
    expect(second.said()).toMatch(/^\S+ is in use by another Fairbook \(process \d+\)\n$/)
  })

  test('after a kill, adopts the Postgres left behind', async () => {
    runs[1]!.process.kill('SIGKILL')
    await runs[1]!.ended
    expect(isAlive(postgres)).toBe(true)
    const run = start()
    const address = await addressOf(run)
    expect((await findPostmaster(join(dataDir, 'postgres')))!.pid).toBe(postgres)
    await expect.poll(() => isReady(address), SOON).toBe(200)
  })

  test('restarts its Postgres, and recovers', async () => {
    const run = runs.at(-1)!
    const address = await addressOf(run)
    process.kill(postgres, 'SIGKILL')
    await expect.poll(run.said, SOON).toContain('Postgres ended; restarting it\n')
    // and once more for programs, since this is not a terminal
    await expect.poll(run.said, SOON).toMatch(/"level":40,.*"service":"supervisor",.*"process":"postgres"/)
    await expect.poll(() => isReady(address), SOON).toBe(200)
    await expect.poll(async () => (await findPostmaster(join(dataDir, 'postgres')))?.ready, SOON).toBe(true)
  })

  test.runIf(process.platform === 'linux')('ends in time with 0 even if its Postgres hangs', async () => {
    const run = runs.at(-1)!
    const pid = (await findPostmaster(join(dataDir, 'postgres')))!.pid
    const suspended = [pid, ...childrenOf(pid)]
    for (const one of suspended) process.kill(one, 'SIGSTOP')
    run.process.kill('SIGTERM')
    // 1 would mean that it ran out of time
    expect(await run.ended).toBe(0)
    for (const one of suspended) if (isAlive(one)) process.kill(one, 'SIGCONT')
    await addressOf(start())
  })

  test('ends with 0 on Ctrl-C', async () => {
    const run = runs.at(-1)!
    run.process.kill('SIGINT')
    expect(await run.ended).toBe(0)
    expect(await findPostmaster(join(dataDir, 'postgres'))).toBeNull()
  })

  test('says in one line that the port is taken, or that a setting is wrong', async () => {
    const other: Server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    const run = start({ PORT: String(port) })
    expect(await run.ended).toBe(1)
    expect(run.said()).toBe(`port ${port} is in use: set PORT to another one\n`)
    other.close()
    const wrong = start({ SIM_SPEED: 'fast' })
    expect(await wrong.ended).toBe(1)
    expect(wrong.said()).toMatch(/^SIM_SPEED: .*\n$/)
  })

  test('with an external database, two run beside each other on one log', async () => {
    const database = await createEmptyDatabase()
    const env = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, SIM_SPEED: '60' }
    const metricsPort = await freePorts(METRICS_PORTS.length)
    // without a simulator
    const feed = { METRICS_PORT: String(metricsPort), ODDS_API_BASE_URL: 'http://127.0.0.1:1' }
    const both = [start(env), start({ ...env, ...feed, SIM_SPEED: '5' })]
    const [one, other] = await Promise.all(both.map(addressOf))
    await expect.poll(() => isReady(one!), SOON).toBe(200)
    await expect.poll(() => isReady(other!), SOON).toBe(200)
    expect(both[1]!.said()).toContain(`/metrics to ${metricsPort + 3} (api, projector, notary, worker)\n`)
    // one super admin, one clock: those of the first to start
    expect(
      both
        .map((run) => run.said())
        .join('')
        .match(/Super admin: /g),
    ).toHaveLength(1)
    const clocks = await Promise.all([one, other].map(async (origin) => (await fetch(`${origin}/api/clock`)).json()))
    expect((clocks[0] as { speed: number }).speed).toBe((clocks[1] as { speed: number }).speed)
    for (const run of both) run.process.kill('SIGTERM')
    expect(await Promise.all(both.map((run) => run.ended))).toEqual([0, 0])
    await database.drop()
  })

  test('keeps its passwords to itself', () => {
    for (const file of ['postgres.json', 'postgres.log']) {
      expect(statSync(join(dataDir, file)).mode & 0o077).toBe(0)
    }
  })
})
