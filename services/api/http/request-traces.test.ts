// A bet as a trace: from the request through the command and its append to the read models.
import { ROOT_CONTEXT } from '@opentelemetry/api'
import { SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#services/platform/config.ts'
import { startTracing } from '#services/platform/tracing/start-tracing.ts'
import { type CollectedSpan, type Collector, startCollector } from '#services/platform/tracing/testing/collector.ts'
import { newName, type Person, single, startTestProduct, type TestProduct } from '../testing/product.ts'

const SOON = { timeout: 60_000, interval: 25 }
const STRANGER = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`

describe('traces', () => {
  let collector: Collector
  let product: TestProduct
  let endTracing: (() => Promise<void>) | null = null
  let bettor: Person
  const trace = async (more: Record<string, string> = {}) => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '20', ...more }
    endTracing = await startTracing('api', readConfig(env), () => undefined)
  }
  beforeAll(async () => {
    collector = await startCollector()
    // the hooks are added only if tracing started before the server was built
    await trace({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20a2V5,x-scope-orgid=1' })
    product = await startTestProduct({ settings: { TRUST_PROXY: '127.0.0.1' } })
    bettor = await product.aBettor(await product.anAdmin(1_000), 100)
  })
  afterEach(async () => {
    await endTracing?.()
    endTracing = null
  })
  afterAll(async () => {
    await product?.close()
    await collector.close()
  })

  async function placeBet(headers: Record<string, string> = {}) {
    const body = single(product.newGame(), 1)
    const reply = await product.call('/api/bets/place-bet', { token: bettor.token, body, headers })
    expect(reply.status, reply.text).toBe(200)
    const event = (await product.events('BetPlaced')).at(-1)!
    const { meta } = JSON.parse(event.body) as { meta: { correlation: string; command: { id: string } } }
    return { event, ...meta }
  }

  test('a bet is one trace, whose id is the correlation of its events', async () => {
    const { event, correlation, command } = await placeBet()
    await expect.poll(() => [...collector.trace(correlation).keys()], SOON).toContain('project')
    await endTracing?.()
    const spans = collector.trace(correlation)
    const request = spans.get('POST /api/bets/place-bet')!
    const placed = spans.get('PlaceBet')!
    const append = spans.get('append')!
    // the account is in memory, or is loaded for the first bet
    const names = ['POST /api/bets/place-bet', 'PlaceBet', 'append', 'decide', 'project', 'write']
    expect([...spans.keys()].filter((name) => name !== 'load').toSorted()).toEqual(names)
    const parents = [...spans.values()].map(({ name, parentSpanId }) => [name, parentSpanId])
    expect(Object.fromEntries(parents)).toMatchObject({
      PlaceBet: request.spanId,
      decide: placed.spanId,
      append: placed.spanId,
      write: append.spanId,
      project: append.spanId,
    })
    expect(request.parentSpanId).toBeUndefined()
    expect(request.links).toEqual([])
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/bets/place-bet',
      'http.response.status_code': 200,
      'fairbook.account': bettor.user.id,
    })
    expect(placed.attributes).toEqual({
      'fairbook.command.id': command.id,
      'fairbook.stream': event.stream,
      'fairbook.outcome': 'accepted',
      'fairbook.version': event.version,
      'fairbook.position': event.position,
    })
    for (const span of spans.values()) {
      expect(span.endTimeUnixNano, span.name).toBeGreaterThanOrEqual(span.startTimeUnixNano)
      expect(span.service).toBe('fairbook-api')
    }
    // a batch has a trace of its own, linked to the commands that it folded
    const batches = collector.spans.filter(({ name }) => name === 'fold a batch')
    expect(batches.some(({ links }) => links.some(({ spanId }) => spanId === append.spanId))).toBe(true)
    expect(batches.every(({ traceId }) => traceId !== correlation)).toBe(true)
    expect(collector.headers[0]).toMatchObject({ authorization: 'Basic a2V5', 'x-scope-orgid': '1' })
  })

  test('a refusal is recorded with its code, and no span contains what people sent', async () => {
    await trace()
    const name = newName()
    const password = 'known to nobody else'
    const wrong = await product.auth({ action: 'signin', username: name, password })
    const { body } = await product.auth({ action: 'signup', username: name, password, adult: true })
    const token = String(body.token)
    const refused = () => collector.spans.find(({ attributes }) => attributes['fairbook.refusal'] === wrong.body.code)
    const signUp = ({ traceId }: CollectedSpan) => collector.trace(traceId).get('POST /api/auth/auth')
    const opened = () => collector.spans.find((span) => span.name === 'OpenAccount' && signUp(span) !== undefined)
    await expect.poll(() => [refused()?.name, opened()?.name], SOON).toEqual(['POST /api/auth/auth', 'OpenAccount'])
    await endTracing?.()
    // a refusal is not a failed span
    expect(refused()!.status).toEqual({ code: 0 })
    expect(opened()!.parentSpanId).toBe(signUp(opened()!)!.spanId)
    const told = collector.received.join('\n')
    for (const secret of [name, bettor.user.username, password, token, bettor.token, '127.0.0.1', '::1'])
      expect(told.includes(secret), secret).toBe(false)
  })

  test('clients cannot choose a trace id; the trace of a trusted proxy is linked', async () => {
    await trace({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` })
    const byStranger = await placeBet({ traceparent: STRANGER })
    const byProxy = await placeBet({ traceparent: STRANGER, 'x-forwarded-for': '203.0.113.9' })
    const malformed = await placeBet({ traceparent: 'ff-x', 'x-forwarded-for': '203.0.113.9' })
    const request = ({ correlation }: { correlation: string }) =>
      collector.trace(correlation).get('POST /api/bets/place-bet')
    await expect.poll(() => [byStranger, byProxy, malformed].every(request), SOON).toBe(true)
    expect(request(byStranger)!.links).toEqual([])
    expect(request(byProxy)!.links).toMatchObject([{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }])
    expect(request(malformed)!.links).toEqual([])
    expect(collector.spans.some(({ traceId }) => traceId === 'a'.repeat(32))).toBe(false)
  })

  test('a sampled trace is complete, and nothing is recorded of the others', async () => {
    await trace({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' })
    const bets: string[] = []
    const half = new TraceIdRatioBasedSampler(0.5)
    const isSampled = (id: string) => half.shouldSample(ROOT_CONTEXT, id).decision !== SamplingDecision.NOT_RECORD
    while (!bets.some(isSampled) || bets.every(isSampled)) bets.push((await placeBet()).correlation)
    const withAll = (id: string) =>
      ['POST /api/bets/place-bet', 'append', 'project'].every((name) => collector.trace(id).has(name))
    await expect.poll(() => bets.filter(withAll), SOON).toEqual(bets.filter(isSampled))
    await endTracing?.()
    expect(bets.filter((id) => collector.trace(id).size > 0)).toEqual(bets.filter(isSampled))
  })
})
