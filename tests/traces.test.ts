// The worker's part of traces: a settlement is linked to the job that made it, and calls of the provider belong to the
// poll that made them. Without an address for traces, no process loads the code for them.
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startProjector } from '#projections/runner/projector.ts'
import { createProviderHttp } from '#services/odds/provider/http.ts'
import { readConfig } from '#services/platform/config.ts'
import { asWork, isTracing } from '#services/platform/tracing/spans.ts'
import { startTracing } from '#services/platform/tracing/start-tracing.ts'
import { type Collector, startCollector } from '#services/platform/tracing/testing/collector.ts'
import { settleFixture } from '#services/workers/settlement/settle-fixture.ts'
import { createSettlingHouse, type SettlingHouse } from '#services/workers/settlement/testing/settling-house.ts'

const SOON = { timeout: 60_000, interval: 25 }
const ROOT = join(import.meta.dirname, '..')

describe('traces of workers', () => {
  let collector: Collector
  let endTracing: () => Promise<void>
  beforeAll(async () => {
    collector = await startCollector()
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '20' }
    endTracing = await startTracing('worker', readConfig(env), () => undefined)
  })
  afterAll(async () => {
    await endTracing()
    await collector.close()
  })
  const named = (name: string) => collector.spans.filter((span) => span.name === name)

  describe('of a settlement', () => {
    let house: SettlingHouse
    let projector: ReturnType<typeof startProjector>
    beforeAll(async () => {
      house = await createSettlingHouse()
      projector = startProjector({ store: house.store, url: house.url })
    })
    afterAll(async () => {
      await projector.stop()
      await house.close()
    })

    test('each bet has a trace of its own, linked to the job', async () => {
      const game = await house.listed()
      await house.placed(game)
      await house.placed(game)
      await house.indexed(game, 2)
      await house.ended(game, 2, 1)
      const start = { name: 'settle fixture', attributes: { 'fairbook.fixture': game } }
      expect(await asWork(start, () => settleFixture(game, house.deps))).toMatchObject({ settled: 2 })
      await expect.poll(() => [named('SettleBet').length, named('settle fixture').length], SOON).toEqual([2, 1])
      const [job] = named('settle fixture')
      expect(job!.attributes).toMatchObject({ 'fairbook.fixture': game, 'fairbook.bets.settled': 2 })
      for (const settled of named('SettleBet')) {
        expect(settled.parentSpanId).toBeUndefined()
        expect(settled.links).toMatchObject([{ traceId: job!.traceId, spanId: job!.spanId }])
        expect(settled.attributes['fairbook.causation']).toMatch(`fixture-${game}@`)
        const whole = () => [...collector.trace(settled.traceId).keys()].toSorted()
        await expect.poll(whole, SOON).toEqual(expect.arrayContaining(['append', 'decide', 'project', 'write']))
      }
    })
  })

  describe('of the provider', () => {
    let provider: Server
    let answer = 200
    beforeAll(async () => {
      provider = createServer((_, response) => response.writeHead(answer).end(JSON.stringify([])))
      provider.listen(0, '127.0.0.1')
      await once(provider, 'listening')
    })
    afterAll(() => provider.close())
    afterEach(() => {
      answer = 200
    })

    async function called(path: string): Promise<void> {
      const { port } = provider.address() as { port: number }
      const http = createProviderHttp({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'known-to-nobody', retries: 0 })
      await http.get(path, { regions: 'eu' }).finally(() => http.close())
    }
    const callOf = (path: string) =>
      named('call the provider').find(({ attributes }) => attributes['url.path'] === path)

    test('a call is part of the poll that makes it, and its key is not recorded', async () => {
      await asWork({ name: 'tick poll' }, () => called('/v4/sports/soccer_epl/odds'))
      await expect.poll(() => callOf('/v4/sports/soccer_epl/odds')?.name, SOON).toBe('call the provider')
      const call = callOf('/v4/sports/soccer_epl/odds')!
      await expect.poll(() => named('tick poll').map(({ spanId }) => spanId), SOON).toEqual([call.parentSpanId])
      expect(call.attributes['http.response.status_code']).toBe(200)
      expect(collector.received.join('').includes('known-to-nobody')).toBe(false)
    })

    test('a failed one is marked, and a tick with nothing to do is left out', async () => {
      answer = 503
      const before = named('tick poll').length
      await asWork({ name: 'tick poll' }, async () => undefined)
      await expect(called('/v4/sports')).rejects.toThrow('503')
      await expect.poll(() => callOf('/v4/sports')?.attributes['http.response.status_code'], SOON).toBe(503)
      expect(callOf('/v4/sports')!.status).toMatchObject({ code: 2 })
      expect(named('tick poll')).toHaveLength(before)
    })
  })
})

describe('without an address', () => {
  const sources = globSync('{domain,projections,services}/**/*.ts', { cwd: ROOT }).filter(
    (file) => !/\.test\.|\/testing\//.test(file),
  )
  const naming = (what: RegExp) => sources.filter((file) => what.test(readFileSync(join(ROOT, file), 'utf8')))

  test('nothing that sends traces is loaded: a single file imports it, on demand', async () => {
    expect(naming(/from '@opentelemetry\//)).toEqual(['services/platform/tracing/otlp.ts'])
    expect(naming(/from '\S*tracing\/otlp\.ts'|from '\.\/otlp\.ts'/)).toEqual([])
    expect(naming(/import\('\.\/otlp\.ts'\)/)).toEqual(['services/platform/tracing/start-tracing.ts'])
    for (const off of [{}, { OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }]) {
      const address = Object.keys(off).length === 0 ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }
      await startTracing('api', readConfig({ ...address, ...off }), () => undefined)
      expect([off, isTracing()]).toEqual([off, false])
    }
  })
})
