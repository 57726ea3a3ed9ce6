// The particulars of the log on EventStoreDB, on a real server: other applications beside us, streams that the server
// may truncate, silence, positions at which there is no event.
import { randomBytes } from 'node:crypto'
import { EventStoreDBClient, jsonEvent, NO_STREAM as NOTHING_YET } from '@eventstore/db-client'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LogIdentityMismatch, OutcomeUnknown, StoreUnavailable } from '../port.ts'
import {
  allOf,
  chain,
  collect,
  expectSound,
  headOf,
  NO_STREAM,
  newStream,
  request,
  SOON,
  streamOf,
  written,
} from '../testing/contract/harness.ts'
import type { EventStoreDbLogOptions } from './components.ts'
import { EventStoreDbLog } from './log.ts'
import { lossyProxy } from './testing/lossy-proxy.ts'
import { SERVER_URL, WHY_SKIPPED } from './testing/server.ts'

const SHORT = { connect: 500, reply: 500, resolve: 1_000, idle: 200 }

describe.skipIf(SERVER_URL === null)(`the log on a real server${WHY_SKIPPED}`, () => {
  let prefix: string
  const closing: (() => Promise<unknown>)[] = []
  const strangers = SERVER_URL === null ? null : EventStoreDBClient.connectionString(SERVER_URL)
  beforeEach(() => {
    prefix = `l${randomBytes(6).toString('hex')}`
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })
  afterAll(async () => strangers?.dispose())

  async function openLog(options: Partial<EventStoreDbLogOptions> = {}): Promise<EventStoreDbLog> {
    const log = await EventStoreDbLog.open({ url: SERVER_URL!, prefix, ...options })
    closing.push(() => log.close())
    return log
  }

  async function openProxy() {
    const proxy = await lossyProxy(SERVER_URL!)
    closing.push(() => proxy.close())
    return proxy
  }

  async function follow(log: EventStoreDbLog, after: string | null = null, handle = async () => {}) {
    const { events, failures, close } = await collect(log, after, handle)
    closing.push(close)
    return { events, failures }
  }

  describe('beside other applications', () => {
    test('products with prefixes that begin alike do not see each other', async () => {
      const logs = await Promise.all([openLog(), openLog({ prefix: `${prefix}2` }), openLog({ prefix: `${prefix}22` })])
      const followed = await Promise.all(logs.map((log) => follow(log)))
      expect(new Set(logs.map((log) => log.logId)).size).toBe(3)
      const stream = newStream()
      for (const log of logs) await written(log, request(log, stream, NO_STREAM, 2))
      await strangers!.appendToStream(`${prefix}-account-1`, jsonEvent({ type: 'Strange', data: {} }))
      await strangers!.appendToStream(
        `account-${randomBytes(16).toString('hex')}`,
        jsonEvent({ type: 'Strange', data: {} }),
      )
      for (const [index, log] of logs.entries()) {
        const all = await allOf(log)
        expect(all.map((event) => JSON.parse(event.body).log)).toEqual([log.logId, log.logId, log.logId])
        expect(await log.lastPosition()).toBe(all.at(-1)!.position)
        await expect.poll(() => followed[index]!.events.length, SOON).toBe(3)
        expectSound(log, all)
      }
    })

    test('the canonical bytes are stored under our id, readable for anyone', async () => {
      const log = await openLog()
      const wanted = request(log, newStream())
      await written(log, wanted)
      for await (const { event } of strangers!.readStream(`${prefix}:${wanted.stream}`)) {
        expect(event).toMatchObject({ id: wanted.events[0]!.id, type: 'Noted', isJson: true, revision: 0n })
        expect(event!.data).toEqual(JSON.parse(wanted.events[0]!.body))
      }
      const [stored] = await streamOf(log, wanted.stream)
      expect(stored).toMatchObject(wanted.events[0]!)
    })

    test('the last event is found in a log that is mostly of others', async () => {
      const log = await openLog()
      const many = Array.from({ length: 2_000 }, () => jsonEvent({ type: 'Strange', data: { text: 'x'.repeat(50) } }))
      const first = await written(log, request(log, newStream()))
      for (let part = 0; part < 10; part++) await strangers!.appendToStream(`strange-${prefix}-${part}`, many)
      const followed = await follow(log)
      expect(await log.lastPosition()).toBe(first)
      const second = await written(log, request(log, newStream()))
      for (let part = 0; part < 10; part++) await strangers!.appendToStream(`strange-${prefix}-a${part}`, many)
      expect((await allOf(log)).slice(1).map((event) => event.position)).toEqual([first, second])
      expect((await allOf(log, first)).map((event) => event.position)).toEqual([second])
      await expect.poll(() => followed.events.length, SOON).toBe(3)
    })
  })

  describe('streams that the server may truncate', () => {
    const onServer = (stream: string) => `${prefix}:${stream}`

    test.each([
      ['$maxCount', { maxCount: 5 }, 5],
      ['$maxAge', { maxAge: 1_000_000 }, 1_000_000],
      ['$tb', { truncateBefore: 1 }, 1],
    ] as const)('are refused at the start: %s', async (by, metadata, value) => {
      const log = await openLog()
      const stream = newStream()
      await written(log, request(log, stream, NO_STREAM, 3))
      expect(await log.truncations()).toEqual([])
      await strangers!.setStreamMetadata(onServer(stream), metadata)
      await expect(openLog()).rejects.toThrow(`${stream} (${by} ${value})`)
      const audited = await openLog({ allowTruncated: true })
      expect(await audited.truncations()).toEqual([{ stream, by, value }])
      await strangers!.setStreamMetadata(onServer(stream), {})
      await openLog()
    })

    test('are refused if they are deleted, softly or for good', async () => {
      const log = await openLog()
      const [soft, hard] = [newStream(), newStream()]
      for (const stream of [soft, hard]) await written(log, request(log, stream, NO_STREAM, 2))
      await strangers!.deleteStream(onServer(soft))
      await strangers!.tombstoneStream(onServer(hard))
      await expect(openLog()).rejects.toThrow(LogIdentityMismatch)
      expect((await log.truncations()).map(({ stream, by }) => [stream, by])).toEqual([
        [soft, '$tb'],
        [hard, 'deleted'],
      ])
      await expect(streamOf(log, hard)).rejects.toThrow(LogIdentityMismatch)
      await expect(log.readHead(hard)).rejects.toThrow(LogIdentityMismatch)
      await expect(log.append(request(log, hard))).rejects.toThrow(LogIdentityMismatch)
      await expect(log.append(request(log, soft))).rejects.toThrow(LogIdentityMismatch)
      expect((await allOf(log)).filter((event) => event.stream === hard)).toHaveLength(2)
    })

    test('are not read as if they were complete', async () => {
      const log = await openLog()
      const stream = newStream()
      await written(log, request(log, stream, NO_STREAM, 5))
      await strangers!.setStreamMetadata(onServer(stream), { truncateBefore: 3 })
      await expect(streamOf(log, stream)).rejects.toThrow(/lost version 0/)
      expect(await streamOf(log, stream, 3)).toHaveLength(2)
    })

    test('of others, and other settings of ours, are ignored', async () => {
      const log = await openLog()
      const stream = newStream()
      await written(log, request(log, stream))
      await strangers!.setStreamMetadata(onServer(stream), { owner: 'us', cacheControl: 5 })
      await strangers!.setStreamMetadata(`${prefix}2:${stream}`, { maxCount: 1 })
      await strangers!.appendToStream(`strange-${prefix}`, jsonEvent({ type: 'Strange', data: {} }))
      await strangers!.tombstoneStream(`strange-${prefix}`)
      expect(await log.truncations()).toEqual([])
      await openLog()
    })
  })

  describe('a server that does not answer', () => {
    test('is not waited for at the start', async () => {
      const proxy = await openProxy()
      proxy.setDown(true)
      await expect(openLog({ url: proxy.url, timeouts: SHORT })).rejects.toThrow(StoreUnavailable)
      proxy.setDown(false)
      await openLog({ url: proxy.url })
    })

    test('leaves the outcome of an append unknown, and tells it later', async () => {
      const proxy = await openProxy()
      const log = await openLog({ url: proxy.url, timeouts: SHORT })
      const direct = await openLog()
      const [written, ...behind] = chain(log, newStream(), 3) as [never, never, never]
      proxy.loseNextAnswer(true)
      await expect(log.append(written)).rejects.toThrow(OutcomeUnknown)
      await expect(log.append(behind[0]!)).rejects.toThrow(StoreUnavailable)
      expect(await streamOf(direct, (written as { stream: string }).stream)).toHaveLength(1)
      proxy.setDown(false)
      await expect.poll(() => log.append(written).catch(() => null), SOON).toMatchObject({ ok: true })
      expect(await Promise.all(behind.map((wanted) => log.append(wanted)))).toMatchObject([{ ok: true }, { ok: true }])
      expect(await streamOf(direct, (written as { stream: string }).stream)).toHaveLength(3)
    })

    test('is disconnected when it falls silent, and found again', async () => {
      const proxy = await openProxy()
      const log = await openLog({ url: proxy.url, timeouts: SHORT })
      const followed = await follow(log)
      await expect.poll(() => followed.events.length, SOON).toBe(1)
      proxy.setSilent(true)
      const wanted = request(log, newStream())
      await expect(log.append(wanted)).rejects.toThrow(OutcomeUnknown)
      await expect(log.readHead('ledger')).rejects.toThrow(StoreUnavailable)
      await expect(streamOf(log, 'ledger')).rejects.toThrow(StoreUnavailable)
      proxy.setSilent(false)
      await expect
        .poll(() => log.append(wanted).catch(() => null), SOON)
        .toMatchObject({ ok: true, head: headOf(wanted) })
      await expect.poll(() => followed.events.length, SOON).toBe(2)
      expect(followed.failures).toEqual([])
    })

    test('is reached by another connection if the first one leads nowhere any more', async () => {
      const proxy = await openProxy()
      const [writer, reader] = [
        await openLog({ url: proxy.url, timeouts: { ...SHORT, resolve: 5_000 } }),
        await openLog({ url: proxy.url, timeouts: SHORT }),
      ]
      const followed = await follow(reader)
      await expect.poll(() => followed.events.length, SOON).toBe(1)
      proxy.strand()
      const wanted = request(writer, newStream())
      expect(await writer.append(wanted)).toMatchObject({ ok: true, head: headOf(wanted) })
      await expect.poll(() => followed.events.length, SOON).toBe(2)
      await expect.poll(() => streamOf(reader, wanted.stream).catch(() => null), SOON).toHaveLength(1)
      expect(followed.failures).toEqual([])
    })

    test('gets an append again that was lost on its way', async () => {
      const proxy = await openProxy()
      const log = await openLog({ url: proxy.url })
      for (let round = 0; round < 5; round++) {
        proxy.loseNextAppend()
        const wanted = request(log, newStream(), NO_STREAM, 2)
        expect(await log.append(wanted)).toMatchObject({ ok: true, head: headOf(wanted) })
        expect(await streamOf(log, wanted.stream)).toHaveLength(2)
      }
    })
  })

  describe('a subscription', () => {
    test('whose reader stands still while thousands of events are written delivers each once', async () => {
      const log = await openLog()
      let release: () => void = () => undefined
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      const followed = await follow(log, null, () => held)
      const streams = Array.from({ length: 20 }, newStream)
      await Promise.all(
        streams.map(async (stream) => {
          for (const wanted of chain(log, stream, 400)) await log.append(wanted)
        }),
      )
      release()
      await expect.poll(() => followed.events.length, SOON).toBe(8_001)
      expect(followed.events.map((event) => event.position)).toEqual((await allOf(log)).map((event) => event.position))
      expect(followed.failures).toEqual([])
    })

    test('and a read fail if their position is not one of our events', async () => {
      const log = await openLog()
      const position = BigInt(await written(log, request(log, newStream())))
      const strange = await strangers!.appendToStream(`strange-${prefix}`, jsonEvent({ type: 'Strange', data: {} }), {
        expectedRevision: NOTHING_YET,
      })
      for (const wrong of [position + 1n, position + 1_000_000_000n, strange.position!.commit]) {
        const { failures } = await follow(log, String(wrong))
        await expect.poll(() => failures.length, SOON).toBe(1)
        expect(failures[0]).toBeInstanceOf(LogIdentityMismatch)
        await expect(allOf(log, String(wrong))).rejects.toThrow(LogIdentityMismatch)
      }
    })
  })
})
