// What Prometheus reads: whatever fails or hangs behind one metric, the others are there.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { raised } from '#tests/alerts.ts'
import { freePort } from '#tests/free-ports.ts'
import { counter, gauge, metricsText, readOnScrape } from './registry.ts'
import { type MetricsServer, serveMetrics } from './server.ts'

const pressed = counter('test_presses_total', 'Of a button', ['button'])
const depth = gauge('test_depth', 'Of a well')
const height = gauge('test_height', 'Of a tower')

let port: number
let server: MetricsServer
let endings: (() => void)[] = []
beforeAll(async () => {
  port = await freePort()
  server = await serveMetrics({ host: '127.0.0.1', port })
})
afterAll(() => server.close())
beforeEach(() => {
  for (const end of endings) end()
  endings = []
  height.remove()
})

const ask = (path = '/metrics', method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method })
const lines = async () => (await (await ask()).text()).split('\n').filter((line) => line.includes('test_'))
const values = async () => (await lines()).filter((line) => !line.startsWith('#'))
const reading = (source: string, one: typeof depth, read: () => Promise<void> | void) =>
  endings.push(readOnScrape({ source, gauges: [one], read }))

test('counts, and reads gauges at each scrape', async () => {
  pressed.inc({ button: 'red' })
  reading('test_well', depth, () => depth.set(12))
  const reply = await ask()
  expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(await values()).toEqual([
    'fairbook_metrics_unread{source="test_well"} 0',
    'fairbook_test_presses_total{button="red"} 1',
    'fairbook_test_depth 12',
  ])
})

test('a source that fails is named and absent, and costs no other metrics', async () => {
  depth.set(12)
  reading('test_well', depth, () => Promise.reject(new Error('no water')))
  reading('test_tower', height, () => height.set(7))
  const all = await values()
  expect(all).toContain('fairbook_metrics_unread{source="test_well"} 1')
  expect(all).toContain('fairbook_metrics_unread{source="test_tower"} 0')
  expect(all).toContain('fairbook_test_height 7')
  expect(all.filter((line) => line.includes('test_depth'))).toEqual([])
})

test('a source that hangs is given up', async () => {
  reading('test_well', depth, () => new Promise(() => undefined))
  expect(await values()).toContain('fairbook_metrics_unread{source="test_well"} 1')
})

test('concurrent scrapes share one reading', async () => {
  let reads = 0
  reading('test_well', depth, () => {
    reads += 1
  })
  await Promise.all([metricsText(), metricsText(), metricsText()])
  expect(reads).toBe(1)
})

test('nothing else is served', async () => {
  expect((await ask('/')).status).toBe(404)
  const posted = await ask('/metrics', 'POST')
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect(await (await ask('/metrics', 'HEAD')).text()).toBe('')
})

test('an alert says that a process is down', async () => {
  const at = await freePort()
  const other = await serveMetrics({ host: '127.0.0.1', port: at })
  /** Prometheus makes `up` itself, from the reply. */
  const alerts = async () => {
    const reply = await fetch(`http://127.0.0.1:${at}/metrics`).catch(() => null)
    return raised('ProcessAway', { at: 0, text: `up{job="fairbook"} ${reply?.ok ? 1 : 0}` })
  }
  expect(await alerts()).toEqual([])
  await other.close()
  expect(await alerts()).toEqual([{ job: 'fairbook' }])
})
