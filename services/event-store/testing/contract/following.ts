// The contract of `subscribe`, and of `close`.
import { describe, expect } from 'vitest'
import type { EventStore, StoredEvent } from '../../port.ts'
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
  untilUnreachable,
  written,
} from './harness.ts'
import { type MakeStore, testOn } from './store-fixture.ts'

const positions = (events: readonly StoredEvent[]) => events.map((event) => event.position)

/** Writers of two processes, until the returned function is called. */
function keepWriting(processes: readonly EventStore[]) {
  let stopped = false
  const writers = processes.flatMap((store) =>
    Array.from({ length: 4 }, async () => {
      let head = NO_STREAM
      for (const stream = newStream(); !stopped; ) {
        const wanted = request(store, stream, head, 1 + (head.version % 3 === 0 ? 1 : 0))
        await written(store, wanted)
        head = headOf(wanted)
      }
    }),
  )
  return async () => {
    stopped = true
    await Promise.all(writers)
  }
}

export function followingContract(makeStore: MakeStore): void {
  const test = testOn(makeStore)

  describe('a subscription', () => {
    test('delivers what exists, then what is added', async ({ log, other }) => {
      await written(log, request(log, newStream(), NO_STREAM, 3))
      const { events, close } = await collect(other, null)
      await expect.poll(() => events.length, SOON).toBe(4)
      await written(log, request(log, newStream(), NO_STREAM, 2))
      await expect.poll(() => events.length, SOON).toBe(6)
      expect(events).toEqual(await allOf(log))
      await close()
    })

    test('starts after any position', async ({ log }) => {
      await written(log, request(log, newStream(), NO_STREAM, 6))
      const all = await allOf(log)
      for (const [index, { position }] of all.entries()) {
        const { events, close } = await collect(log, position)
        if (index < all.length - 1) await expect.poll(() => events.length, SOON).toBe(all.length - 1 - index)
        expect(positions(events)).toEqual(positions(all.slice(index + 1)))
        await close()
      }
    })

    test('skips and repeats nothing while two processes write, however slow its reader', async ({ log, other }) => {
      const slow = await collect(log, null, () => new Promise((resolve) => setImmediate(resolve)))
      const quick = await collect(other, null)
      const stop = keepWriting([log, other])
      await expect.poll(() => quick.events.length, SOON).toBeGreaterThan(300)
      await stop()
      const all = await allOf(log)
      for (const { events, failures, close } of [slow, quick]) {
        await expect.poll(() => events.length, SOON).toBe(all.length)
        expect(positions(events)).toEqual(positions(all))
        expect(failures).toEqual([])
        await close()
      }
      expectSound(log, all)
    })

    test('continues across broken connections, without loss or repeat', async ({ stores, log, other }) => {
      const { events, failures, close } = await collect(log, null)
      const stop = keepWriting([log, other])
      for (let round = 1; round <= 5; round++) {
        await expect.poll(() => events.length, SOON).toBeGreaterThan(round * 40)
        await stores.cutConnections()
      }
      await stop()
      const all = await allOf(await stores.open())
      await expect.poll(() => events.length, SOON).toBe(all.length)
      expect(positions(events)).toEqual(positions(all))
      expect(failures).toEqual([])
      await close()
    })

    test('survives an outage of the store', async ({ stores, log }) => {
      const store = await stores.open('short')
      const { events, failures, close } = await collect(store, null)
      await expect.poll(() => events.length, SOON).toBe(1)
      await stores.setDown(true)
      await untilUnreachable(store)
      await stores.setDown(false)
      const wanted = request(log, newStream(), NO_STREAM, 3)
      await expect.poll(() => log.append(wanted).catch(() => null), SOON).toMatchObject({ ok: true })
      await expect.poll(() => events.length, SOON).toBe(4)
      expect(failures).toEqual([])
      await close()
    })

    test('that is closed lets the current page finish, and delivers no other', async ({ log, other }) => {
      let release: () => void = () => undefined
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      const { events, failures, close } = await collect(log, await log.lastPosition(), () => held)
      await written(log, request(log, newStream(), NO_STREAM, 2))
      await written(log, request(log, newStream(), NO_STREAM, 2))
      const after = await collect(other, null)
      await expect.poll(() => after.events.length, SOON).toBe(5)
      const closed = close().then(() => events.length)
      release()
      const count = await closed
      await written(log, request(log, newStream()))
      await expect.poll(() => after.events.length, SOON).toBe(6)
      expect(events).toHaveLength(count)
      expect(count).toBeLessThanOrEqual(4)
      expect(failures).toEqual([])
      await after.close()
    })

    test('ends with the error that its reader throws', async ({ log }) => {
      const { events, failures, close } = await collect(log, null, async ([first]) => {
        if (first!.version === 1) throw new Error('cannot be folded')
      })
      await expect.poll(() => events.length, SOON).toBe(1)
      const stream = newStream()
      const [one, two] = chain(log, stream, 2) as [never, never]
      await written(log, one)
      await expect.poll(() => events.length, SOON).toBe(2)
      await written(log, two)
      await expect.poll(() => failures.length, SOON).toBe(1)
      await written(log, request(log, newStream()))
      const after = await collect(log, null)
      await expect.poll(() => after.events.length, SOON).toBe(4)
      expect(events).toHaveLength(2)
      expect(failures).toEqual([new Error('cannot be folded')])
      await after.close()
      await close()
    })

    test('is silent once it is closed', async ({ log, other }) => {
      const { events, close } = await collect(log, null)
      const stop = keepWriting([log, other])
      await expect.poll(() => events.length, SOON).toBeGreaterThan(10)
      await close()
      const count = events.length
      const after = await collect(log, null)
      await stop()
      await expect.poll(async () => after.events.length === (await allOf(log)).length, SOON).toBe(true)
      expect(events).toHaveLength(count)
      await after.close()
    })
  })

  test('closing resolves pending appends, and accepts no more', async ({ log, other }) => {
    const streams = Array.from({ length: 10 }, newStream)
    const appends = streams.map((stream) => log.append(request(log, stream)))
    await log.close()
    expect((await Promise.all(appends)).every((result) => result.ok)).toBe(true)
    await expect(log.append(request(log, newStream()))).rejects.toThrow()
    for (const stream of streams) expect(await streamOf(other, stream)).toHaveLength(1)
  })
}
