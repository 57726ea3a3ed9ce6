// One bet across all processes that work on it, each started by its own entry and sending its spans to one collector:
// all they know of each other is in the ledger.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BetAccepted } from '#services/contract/contract.ts'
import { type CollectedSpan, type Collector, startCollector } from '#services/platform/tracing/testing/collector.ts'
import { currentPicks, singleBet } from './bets.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { freePort } from './free-ports.ts'
import { ask, fundedSessions, SUPER_ADMIN, signIn } from './product.ts'
import { ServiceProcess } from './service-group.ts'

const SOON = { timeout: 60_000, interval: 50 }
const HEADER = 'known to the collector alone'

describe('a bet over many processes', () => {
  let collector: Collector
  let database: TestDatabase
  let folder: string
  let origin: string
  let processes: ServiceProcess[]
  let fixture: string

  beforeAll(async () => {
    collector = await startCollector()
    database = await createTestDatabase()
    folder = mkdtempSync(join(tmpdir(), 'fairbook-traces-'))
    const headers = join(folder, 'otlp-headers')
    writeFileSync(headers, `x-collector=${encodeURIComponent(HEADER)}\n`)
    const [port, simulatorPort] = [await freePort(), await freePort()]
    origin = `http://127.0.0.1:${port}`
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      ODDS_API_BASE_URL: `http://127.0.0.1:${simulatorPort}`,
      SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
      SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_TRACES_HEADERS_FILE: headers,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    }
    processes = [
      new ServiceProcess('simulator', 'simulator', { ...env, SIM_PORT: String(simulatorPort) }),
      new ServiceProcess('api', 'api', { ...env, PORT: String(port) }),
      new ServiceProcess('projector', 'projector', env),
      new ServiceProcess('notary', 'notary', env),
      new ServiceProcess('worker', 'worker', env),
    ]
    await Promise.all(processes.map((one) => one.start()))
  })
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.giveUp()))
    await collector.close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(({ onTestFailed }) => {
    onTestFailed(() => {
      for (const { name, output } of processes) process.stderr.write(`-- ${name}\n${output}\n`)
    })
  })

  const named = (name: string) => collector.spans.filter((span) => span.name === name)
  /** For each span of a complete trace, the process that made it. */
  const services = (trace: ReadonlyMap<string, CollectedSpan>) =>
    Object.fromEntries([...trace].map(([name, { service }]) => [name, service]))

  test('is one trace from the request through the append to the read models', async () => {
    const [token] = await fundedSessions(origin, 1, 100)
    const [pick] = await vi.waitFor(async () => {
      const found = await currentPicks(origin)
      expect(found.length).toBeGreaterThan(0)
      return found
    }, SOON)
    fixture = pick!.game.id
    await ask<BetAccepted>(origin, '/api/bets/place-bet', { token: token!, body: singleBet(pick!, 1), key: 'one bet' })
    const placed = await vi.waitFor(() => {
      const [found] = named('PlaceBet')
      const trace = collector.trace(found!.traceId)
      expect(services(trace)).toEqual({
        'POST /api/bets/place-bet': 'fairbook-api',
        PlaceBet: 'fairbook-api',
        decide: 'fairbook-api',
        append: 'fairbook-api',
        write: 'fairbook-api',
        project: 'fairbook-projector',
      })
      return trace
    }, SOON)
    const parentOf = (name: string) =>
      [...placed.values()].find(({ spanId }) => spanId === placed.get(name)!.parentSpanId)?.name
    expect(['PlaceBet', 'append', 'project'].map(parentOf)).toEqual(['POST /api/bets/place-bet', 'PlaceBet', 'append'])
    expect(placed.get('project')!.endTimeUnixNano).toBeGreaterThan(placed.get('append')!.startTimeUnixNano)
  })

  test('is settled in one trace from the worker to the read models, linked to the job', async () => {
    const token = await signIn(origin, SUPER_ADMIN.username, SUPER_ADMIN.password)
    const body = { action: 'voidEvent', eventId: fixture, reason: 'it rains' }
    await ask(origin, '/api/admin/dashboard', { token, body, key: 'no game' })
    const settled = await vi.waitFor(() => {
      const [found] = named('SettleBet')
      const trace = collector.trace(found!.traceId)
      expect(services(trace)).toMatchObject({
        SettleBet: 'fairbook-worker',
        append: 'fairbook-worker',
        project: 'fairbook-projector',
      })
      return trace.get('SettleBet')!
    }, SOON)
    expect(settled.attributes['fairbook.causation']).toMatch(`fixture-${fixture}@`)
    const [link] = settled.links
    const job = await vi.waitFor(() => {
      const found = named('settle fixture').find(({ spanId }) => spanId === link!.spanId)
      expect(found).toMatchObject({ service: 'fairbook-worker', traceId: link!.traceId })
      return found!
    }, SOON)
    expect(job.attributes['fairbook.fixture']).toBe(fixture)
  })

  test('every process has sent something, with the header that is in a file', async () => {
    await vi.waitFor(() => {
      const all = new Set(collector.spans.map(({ service }) => service))
      expect([...all].toSorted()).toEqual(['fairbook-api', 'fairbook-notary', 'fairbook-projector', 'fairbook-worker'])
    }, SOON)
    expect(new Set(collector.headers.map((headers) => headers['x-collector']))).toEqual(new Set([HEADER]))
  })
})
