// Helpers of the tests of every event store: appends of some events, and checks of their results.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Meta } from '#domain/meta.ts'
import { encodeEvent } from '../../encoding.ts'
import { sha256 } from '../../event-hash.ts'
import {
  type AppendRequest,
  type AppendResult,
  type EncodedEvent,
  type EventStore,
  OutcomeUnknown,
  type StoredEvent,
  StoreUnavailable,
  type StreamHead,
} from '../../port.ts'

/** For what happens eventually, on a busy machine too. */
export const SOON = { timeout: 60_000, interval: 5 }

export const NO_STREAM: StreamHead = { version: -1, hash: null }

const META: Omit<Meta, 'correlation'> = {
  actor: { id: 'setup', role: 'system' },
  session: null,
  command: { id: '1'.repeat(32), hash: '2'.repeat(64) },
  causation: null,
  at: '2026-11-20T12:00:00.000Z',
  recordedAt: '2026-11-20T12:00:00.000Z',
  reason: null,
}

export const newStream = (): string => `account-${randomBytes(16).toString('hex')}`

/** The next `count` events of a stream; different events at each call, unless `data` fixes their content. */
export function nextEvents(
  log: EventStore,
  stream: string,
  head: StreamHead,
  count = 1,
  data?: unknown,
): EncodedEvent[] {
  const events: EncodedEvent[] = []
  let prev = head.hash
  for (let version = head.version + 1; events.length < count; version++) {
    const meta: Meta = { ...META, correlation: data === undefined ? randomBytes(16).toString('hex') : '3'.repeat(32) }
    const event = { log: log.logId, stream, version, type: 'Noted', schema: 1, data: data ?? { version }, meta, prev }
    const encoded = encodeEvent(event)
    events.push(encoded)
    prev = encoded.hash
  }
  return events
}

export function request(log: EventStore, stream: string, head: StreamHead = NO_STREAM, count = 1): AppendRequest {
  return { stream, expected: head, events: nextEvents(log, stream, head, count) }
}

export function headOf({ events }: AppendRequest): StreamHead {
  const last = events.at(-1)!
  return { version: last.version, hash: last.hash }
}

/** Appends each of which builds on the one before. */
export function chain(log: EventStore, stream: string, count: number, head: StreamHead = NO_STREAM): AppendRequest[] {
  const requests: AppendRequest[] = []
  for (let expected = head; requests.length < count; expected = headOf(requests.at(-1)!)) {
    requests.push(request(log, stream, expected))
  }
  return requests
}

export async function written(log: EventStore, wanted: AppendRequest): Promise<string> {
  const result = await log.append(wanted)
  if (!result.ok) throw new Error(`the append on ${wanted.stream} lost a race`)
  return result.position
}

/**
 * The result of an append. The later events of a refusal are checked and left out, because not every store returns
 * them.
 */
export async function appended(log: EventStore, wanted: AppendRequest): Promise<AppendResult> {
  const result = await log.append(wanted)
  if (result.ok || result.later === undefined) return result
  const { later, ...refusal } = result
  const held = await streamOf(log, wanted.stream, wanted.expected.version + 1)
  expect(later.length).toBeGreaterThan(0)
  expect(later).toEqual(held.slice(0, later.length))
  return refusal
}

/** Retries a store that gives up soon, because a busy machine is sometimes too slow for it. */
export async function insist<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (const end = Date.now() + SOON.timeout; ; await pause(SOON.interval)) {
    try {
      return await attempt()
    } catch (error) {
      const gaveUp = error instanceof OutcomeUnknown || error instanceof StoreUnavailable
      if (!gaveUp || Date.now() > end) throw error
    }
  }
}

export async function streamOf(log: EventStore, stream: string, from?: number): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for await (const event of log.readStream(stream, from)) events.push(event)
  return events
}

export async function allOf(log: EventStore, after: string | null = null, size?: number): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for await (const page of log.readAll(after, size)) events.push(...page)
  return events
}

/** Collects what a subscription delivers. */
export async function collect(
  log: EventStore,
  after: string | null = null,
  handle: (page: StoredEvent[]) => Promise<void> = async () => {},
) {
  const events: StoredEvent[] = []
  const failures: unknown[] = []
  let inHandle = 0
  const subscription = await log.subscribe(
    after,
    async (page) => {
      inHandle += 1
      expect(inHandle).toBe(1)
      expect(page.length).toBeGreaterThan(0)
      await handle(page)
      events.push(...page)
      inHandle -= 1
    },
    (error) => failures.push(error),
  )
  return { events, failures, close: () => subscription.close() }
}

/** Resolves when reads fail. */
export async function untilUnreachable(log: EventStore): Promise<void> {
  const read = () =>
    log.readHead('ledger').then(
      () => 'read',
      () => 'lost',
    )
  await expect.poll(read, SOON).toBe('lost')
}

/**
 * Checks what holds for any log, however it was made: streams are complete and chained, positions rise, and bodies
 * match their hashes.
 */
export function expectSound(log: EventStore, events: readonly StoredEvent[]): void {
  const heads = new Map<string, StreamHead>()
  let before: string | null = null
  for (const event of events) {
    if (before !== null) expect(log.comparePositions(before, event.position)).toBeLessThan(0)
    before = event.position
    const head = heads.get(event.stream) ?? NO_STREAM
    const body = JSON.parse(event.body) as { prev: string | null; version: number }
    expect([event.version, body.version, body.prev]).toEqual([head.version + 1, head.version + 1, head.hash])
    expect(event.hash).toBe(sha256(event.body))
    heads.set(event.stream, { version: event.version, hash: event.hash })
  }
}
