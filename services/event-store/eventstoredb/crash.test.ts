// The server dies, freezes and comes back under load: nothing acknowledged is lost or doubled, and nobody has to step
// in.

import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '#services/platform/clock/durations.ts'
import { type AppendRequest, OutcomeUnknown, StoreUnavailable, type StreamHead } from '../port.ts'
import {
  allOf,
  collect,
  expectSound,
  headOf,
  NO_STREAM,
  newStream,
  request,
  streamOf,
  written,
} from '../testing/contract/harness.ts'
import type { EventStoreDbLogOptions } from './components.ts'
import { EventStoreDbLog } from './log.ts'
import { control, SERVER_CONTROL, SERVER_URL, WHY_NOT_BROKEN } from './testing/server.ts'

const SOON = { timeout: 30_000, interval: 20 }

describe.skipIf(SERVER_CONTROL === null)(`a server that is broken on purpose${WHY_NOT_BROKEN}`, () => {
  let prefix: string
  let stopped: boolean
  const closing: (() => Promise<unknown>)[] = []
  beforeEach(() => {
    stopped = false
    prefix = `c${randomBytes(6).toString('hex')}`
  })
  afterEach(async () => {
    stopped = true
    for (const close of closing.splice(0).reverse()) await close()
  })

  async function openLog(options: Partial<EventStoreDbLogOptions> = {}): Promise<EventStoreDbLog> {
    const log = await EventStoreDbLog.open({ url: SERVER_URL!, prefix, ...options })
    closing.push(() => log.close())
    return log
  }

  /** Follows the log from its start. */
  async function follow(log: EventStoreDbLog) {
    const { events, failures, close } = await collect(log)
    closing.push(close)
    return { events, failures }
  }

  /** Appends until the outcome is known, as every caller of the port has to; returns the head that it leaves. */
  async function insist(log: EventStoreDbLog, wanted: AppendRequest, troubles: string[]): Promise<StreamHead> {
    while (!stopped) {
      try {
        const result = await log.append(wanted)
        if (result.ok) return result.head
        throw new Error('a writer alone on its stream met a conflict')
      } catch (error) {
        if (!(error instanceof OutcomeUnknown || error instanceof StoreUnavailable)) throw error
        troubles.push(error.name)
      }
    }
    throw new Error('the test has ended')
  }

  test(
    'dies with 48 writers at work and is started again, three times',
    async () => {
      const logs = await Promise.all([openLog(), openLog(), openLog()])
      const followed = await follow(logs[2]!)
      const troubles: string[] = []
      const acknowledged = new Map<string, string[]>()
      const writers = Array.from({ length: 48 }, async (_, index) => {
        const log = logs[index % 2]!
        const stream = newStream()
        const hashes: string[] = []
        acknowledged.set(stream, hashes)
        for (let head = NO_STREAM; !stopped; ) {
          const wanted = request(log, stream, head, 1 + (hashes.length % 3))
          head = await insist(log, wanted, troubles)
          hashes.push(...wanted.events.map((event) => event.hash))
        }
      })
      for (let round = 1; round <= 3; round++) {
        await expect.poll(() => followed.events.length, SOON).toBeGreaterThan(round * 1_500)
        await control('kill')
        await control('start')
      }
      await expect.poll(() => followed.events.length, SOON).toBeGreaterThan(6_000)
      stopped = true
      await Promise.all(writers)
      const all = await allOf(await openLog())
      expectSound(logs[0]!, all)
      for (const [stream, hashes] of acknowledged) {
        expect(all.filter((event) => event.stream === stream).map((event) => event.hash)).toEqual(hashes)
      }
      await expect.poll(() => followed.events.length, SOON).toBe(all.length)
      expect(followed.events.map((event) => event.position)).toEqual(all.map((event) => event.position))
      expect(followed.failures).toEqual([])
      expect(new Set(troubles).size).toBeLessThanOrEqual(2)
    },
    3 * MINUTE,
  )

  test(
    'freezes for a moment: every append gets its result',
    async () => {
      const log = await openLog()
      const hurried = await openLog({ timeouts: { connect: 600, reply: 600 } })
      const streams = Array.from({ length: 16 }, newStream)
      const appends = streams.map((stream) => log.append(request(log, stream)))
      await control('pause')
      const during = streams.map((stream) => log.append(request(log, newStream(), NO_STREAM, stream.length % 3 || 1)))
      const answers = Promise.all([...appends, ...during])
      await expect(hurried.lastPosition()).rejects.toThrow(StoreUnavailable)
      await control('unpause')
      expect((await answers).every((result) => result.ok)).toBe(true)
      for (const stream of streams) expect(await streamOf(log, stream)).toHaveLength(1)
    },
    MINUTE,
  )

  test(
    'freezes for longer than anybody waits: failures come in time, and the truth afterwards',
    async () => {
      const log = await openLog({ timeouts: { connect: 600, reply: 600, resolve: 1_200, idle: 500 } })
      const patient = await openLog({ timeouts: { connect: 15_000, reply: 15_000 } })
      const followed = await follow(log)
      const stream = newStream()
      await written(log, request(log, stream))
      await expect.poll(() => followed.events.length, SOON).toBe(2)
      await control('pause')
      closing.push(() => control('unpause'))
      let isOver = false
      const waitedFor = streamOf(patient, stream).finally(() => {
        isOver = true
      })
      const wanted = request(log, newStream())
      await expect(log.append(wanted)).rejects.toThrow(OutcomeUnknown)
      await expect(log.append(request(log, newStream()))).rejects.toThrow(StoreUnavailable)
      await expect(streamOf(log, stream)).rejects.toThrow(StoreUnavailable)
      await expect(log.lastPosition()).rejects.toThrow(StoreUnavailable)
      expect(isOver).toBe(false)
      await control('unpause')
      expect(await waitedFor).toHaveLength(1)
      await expect
        .poll(() => log.append(wanted).catch(() => null), SOON)
        .toMatchObject({ ok: true, head: headOf(wanted) })
      expect(await streamOf(log, wanted.stream)).toHaveLength(1)
      await expect.poll(() => [followed.events.length, ...followed.failures], SOON).toEqual([3])
    },
    MINUTE,
  )
})
