// The appender on a server in memory that compares only revisions, loses replies and recognises ids: the appends of the
// contract, in every run, and the particulars of the appender.
import { describe, expect, test } from 'vitest'
import { GivenHeads } from '../../given/given-heads.ts'
import { AppendTooLarge, type EventStore, LogIdentityMismatch, OutcomeUnknown, StoreUnavailable } from '../../port.ts'
import { appendingContract } from '../../testing/contract/appending.ts'
import {
  chain,
  headOf,
  NO_STREAM,
  newStream,
  nextEvents,
  request,
  streamOf,
  written,
} from '../../testing/contract/harness.ts'
import { outageContract } from '../../testing/contract/outages.ts'
import { repeatingContract } from '../../testing/contract/repeating.ts'
import { MemoryLog } from '../../testing/memory/log.ts'
import { MemoryServer } from '../../testing/memory/server.ts'
import { overMemory } from '../../testing/memory/under-test.ts'
import { Appender } from './appender.ts'
import type { AppendOutcome } from './batch-append-call.ts'
import type { AppendCalls } from './delivery.ts'

/** An event store whose appends go through the appender; a test may change `calls`. */
async function openOver(server: MemoryServer, timeouts = { connect: 100, resolve: 200 }) {
  const log = await MemoryLog.open({ server })
  const told = { sent: 0, read: 0 }
  const unreachable = () => new StoreUnavailable('the store is down')
  const calls: AppendCalls = {
    async ready() {
      await server.ping().catch(() => Promise.reject(unreachable()))
    },
    async send(stream, revision, events): Promise<AppendOutcome> {
      told.sent += 1
      try {
        const result = await server.append(stream, revision, events)
        if (!result.written) return { kind: 'wrong-revision' }
        return { kind: 'written', position: String(result.position), revision: revision + events.length }
      } catch (error) {
        return { kind: 'unknown', error: error as Error }
      }
    },
    async events(stream, from, count) {
      told.read += 1
      return server.readStream(stream, from, count).catch(() => Promise.reject(unreachable()))
    },
  }
  const appender = new Appender(calls, timeouts)
  const given = new GivenHeads((stream) => log.readHead(stream))
  const store: EventStore = {
    logId: log.logId,
    append: (request) => given.append(request, (wanted) => appender.append(wanted)),
    readStream: (stream, from) => log.readStream(stream, from),
    readHead: (stream) => log.readHead(stream),
    readAll: (after, size) => log.readAll(after, size),
    lastPosition: () => log.lastPosition(),
    subscribe: (after, handle, failed) => log.subscribe(after, handle, failed),
    comparePositions: (a, b) => log.comparePositions(a, b),
    close: () => appender.close().then(() => log.close()),
  }
  return { store, appender, calls, told }
}

/** For appends that succeed in the end. */
const long = { connect: 30_000, resolve: 30_000 }

describe('the appender of EventStoreDB over memory', () => {
  const makeStore = () =>
    overMemory(async (server, timeouts) => (await openOver(server, timeouts === 'short' ? undefined : long)).store)
  appendingContract(makeStore)
  repeatingContract(makeStore)
  outageContract(makeStore)
})

describe('the appender', () => {
  test('sends what waits on one stream in one call, and each stream independently', async () => {
    const { store, told } = await openOver(new MemoryServer())
    const streams = [newStream(), newStream(), newStream()]
    const appends = streams.flatMap((stream) => chain(store, stream, 40).map((wanted) => store.append(wanted)))
    expect((await Promise.all(appends)).every((result) => result.ok)).toBe(true)
    expect(told.sent).toBeLessThanOrEqual(6)
  })

  test('puts no more than a megabyte or a few hundred events into a call', async () => {
    const { store, calls } = await openOver(new MemoryServer())
    const { send } = calls
    const sizes: number[] = []
    calls.send = (stream, revision, events) => {
      sizes.push(events.reduce((sum, event) => sum + Buffer.byteLength(event.body), 0))
      return send(stream, revision, events)
    }
    const stream = newStream()
    const requests = []
    for (let head = NO_STREAM; requests.length < 9; head = headOf(requests.at(-1)!)) {
      requests.push({
        stream,
        expected: head,
        events: nextEvents(store, stream, head, 1, { text: 'é'.repeat(150_000) }),
      })
    }
    const results = await Promise.all(requests.map((wanted) => store.append(wanted)))
    expect(results.every((result) => result.ok)).toBe(true)
    expect(sizes.length).toBe(3)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_048_576)
  })

  test('looks up the event that it builds on once, and not if it has seen it', async () => {
    const server = new MemoryServer()
    const [one, two] = [await openOver(server), await openOver(server)]
    const [first, second, third, fourth] = chain(one.store, newStream(), 4) as [never, never, never, never]
    await written(one.store, first)
    await written(one.store, second)
    expect(one.told.read).toBe(0)
    await written(two.store, third)
    expect(two.told.read).toBe(1)
    one.appender.observeStored((third as { stream: string }).stream, headOf(third))
    await written(one.store, fourth)
    expect(one.told.read).toBe(0)
  })

  test('cannot tell the outcome of an append that is never answered, and sends nothing that builds on it', async () => {
    const { store, calls } = await openOver(new MemoryServer())
    calls.send = async () => ({ kind: 'unknown', error: new Error('silence') })
    const results = await Promise.allSettled([
      ...chain(store, newStream(), 2).map((wanted) => store.append(wanted)),
      (async () => {
        const stream = newStream()
        const [first, second] = chain(store, stream, 2) as [never, never]
        const append = store.append(first)
        // late enough not to join the call of the first
        await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
        const behind = await store.append(second).catch((error: unknown) => error)
        expect(behind).toBeInstanceOf(StoreUnavailable)
        return append
      })(),
    ])
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(OutcomeUnknown) })
    }
  })

  test('reports an append that the server never accepted as not written', async () => {
    const { store, calls } = await openOver(new MemoryServer())
    calls.send = async () => ({ kind: 'not-handled', error: new Error('the server is starting') })
    await expect(store.append(request(store, newStream()))).rejects.toThrow(StoreUnavailable)
  })

  test('keeps trying until the server accepts it', async () => {
    const { store, calls } = await openOver(new MemoryServer(), long)
    const { send } = calls
    const answers: AppendOutcome[] = [
      { kind: 'not-handled', error: new Error('the server is starting') },
      { kind: 'unknown', error: new Error('silence') },
      { kind: 'unknown', error: new Error('silence') },
    ]
    calls.send = async (...call) => answers.shift() ?? send(...call)
    expect(await store.append(request(store, newStream()))).toMatchObject({ ok: true })
  })

  test('reports what the server refuses for good', async () => {
    const { store, calls } = await openOver(new MemoryServer())
    const error = new Error('no')
    for (const [why, kind] of [
      ['too-large', AppendTooLarge],
      ['deleted', LogIdentityMismatch],
      ['access', StoreUnavailable],
    ] as const) {
      calls.send = async () => ({ kind: 'refused', why, error })
      await expect(store.append(request(store, newStream()))).rejects.toThrow(kind)
    }
  })

  test('stops if somebody deleted a stream', async () => {
    const { store, calls } = await openOver(new MemoryServer())
    calls.send = async () => ({ kind: 'written', position: '1000', revision: 7 })
    await expect(store.append(request(store, newStream()))).rejects.toThrow(/has been deleted/)
  })

  test('reports no conflict if it cannot read what the stream holds', async () => {
    const { store, calls } = await openOver(new MemoryServer())
    calls.send = async () => ({ kind: 'wrong-revision' })
    calls.events = async () => {
      throw new StoreUnavailable('gone')
    }
    await expect(store.append(request(store, newStream()))).rejects.toThrow(OutcomeUnknown)
  })

  test('gives each of the appends that went together its own result', async () => {
    const { store } = await openOver(new MemoryServer())
    const stream = newStream()
    const results = await Promise.all(chain(store, stream, 20).map((wanted) => store.append(wanted)))
    const stored = await streamOf(store, stream)
    expect(results.map((result) => result.ok && result.position)).toEqual(stored.map((event) => event.position))
  })
})
