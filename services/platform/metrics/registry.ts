// What this process counts and measures, for Prometheus. Each instrument is declared beside what it measures; values
// that live elsewhere are read at each scrape.
import { setTimeout as pause } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const PREFIX = 'fairbook_'

/** For histograms of seconds: from half a millisecond to ten seconds. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** How long a scrape waits for one reading at most. */
const READ_TIMEOUT_MS = 3_000

const registry = new Registry()

let isWatched = false

/**
 * Processor time, memory and event loop of this process, under their usual names. Only if metrics are served, because
 * the event loop is sampled a hundred times a second, and an idle process does little else.
 */
export function watchProcess(): void {
  if (isWatched) return
  isWatched = true
  collectDefaultMetrics({ register: registry })
}

type Shape<Label extends string> = { readonly labels?: readonly Label[]; readonly buckets?: number[] }

/** `name`: without the product's prefix; ends with `_total`. */
export const counter = <Label extends string = never>(name: string, help: string, labels: readonly Label[] = []) =>
  new Counter<Label>({ name: PREFIX + name, help, labelNames: labels, registers: [registry] })

/** `name`: without the product's prefix; ends with `_seconds`, unless it has buckets of its own. */
export const histogram = <Label extends string = never>(
  name: string,
  help: string,
  { labels = [], buckets = SECONDS }: Shape<Label> = {},
) => new Histogram<Label>({ name: PREFIX + name, help, labelNames: labels, buckets, registers: [registry] })

/** `name`: without the product's prefix. */
export function gauge<Label extends string = never>(name: string, help: string, labels: readonly Label[] = []) {
  const made = new Gauge<Label>({ name: PREFIX + name, help, labelNames: labels, registers: [registry] })
  if (labels.length === 0) single.add(made)
  return made
}

type AnyGauge = Pick<Gauge, 'reset' | 'remove'>
/** Gauges without labels: the library resets them to zero, which would be a value. */
const single = new WeakSet<AnyGauge>()

function clear(gauges: readonly AnyGauge[]): void {
  for (const one of gauges) {
    one.reset()
    if (single.has(one)) one.remove()
  }
}

type Reading = {
  readonly source: string
  readonly gauges: readonly AnyGauge[]
  /** Sets the gauges; those that it does not set are absent. */
  readonly read: () => Promise<void> | void
}

const readings = new Set<Reading>()
const unread = gauge('metrics_unread', 'Sources that could not be read for this scrape: their metrics are absent', [
  'source',
])

/** Reads gauges at each scrape. A source that fails costs only its own metrics. Returns a function that stops it. */
export function readOnScrape(reading: Reading): () => void {
  readings.add(reading)
  return () => {
    readings.delete(reading)
    clear(reading.gauges)
  }
}

let scrape: Promise<string> | null = null

/** All metrics in Prometheus' text format. Concurrent callers get the same text. */
export function metricsText(): Promise<string> {
  scrape ??= readAll().finally(() => {
    scrape = null
  })
  return scrape
}

export const METRICS_TYPE = registry.contentType

async function readAll(): Promise<string> {
  unread.reset()
  await Promise.all([...readings].map(readOne))
  return registry.metrics()
}

async function readOne({ source, gauges, read }: Reading): Promise<void> {
  clear(gauges)
  const late = new AbortController()
  const failed = pause(READ_TIMEOUT_MS, true, { signal: late.signal, ref: false }).catch(() => false)
  const done = Promise.resolve()
    .then(read)
    .then(
      () => false,
      () => true,
    )
  const isUnread = await Promise.race([done, failed])
  late.abort()
  if (isUnread) clear(gauges)
  unread.set({ source }, isUnread ? 1 : 0)
}
