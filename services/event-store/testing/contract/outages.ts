// The contract while the store is down, and while connections to it break.
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { OutcomeUnknown, StoreUnavailable } from '../../port.ts'
import {
  allOf,
  chain,
  expectSound,
  headOf,
  insist,
  NO_STREAM,
  newStream,
  request,
  SOON,
  streamOf,
  untilUnreachable,
  written,
} from './harness.ts'
import { type MakeStore, testOn } from './store-fixture.ts'

export function outageContract(makeStore: MakeStore): void {
  const test = testOn(makeStore)

  describe('a store that cannot be reached', () => {
    test('fails appends and reads, and forgets nothing', async ({ stores }) => {
      const store = await stores.open('short')
      const stream = newStream()
      const first = request(store, stream)
      await insist(() => written(store, first))
      await stores.setDown(true)
      const wanted = request(store, newStream())
      const failures = await Promise.allSettled([
        store.append(wanted),
        store.append(request(store, stream, headOf(first))),
        streamOf(store, stream),
        store.readHead(stream),
        store.lastPosition(),
        allOf(store),
      ])
      for (const failure of failures) expect(failure).toMatchObject({ status: 'rejected', reason: expect.any(Error) })
      for (const { reason } of failures.slice(2) as PromiseRejectedResult[])
        expect(reason).toBeInstanceOf(StoreUnavailable)
      for (const { reason } of failures as PromiseRejectedResult[]) {
        expect([StoreUnavailable, OutcomeUnknown].some((kind) => reason instanceof kind)).toBe(true)
      }
      await stores.setDown(false)
      await expect.poll(() => store.append(wanted).catch(() => null), SOON).toMatchObject({ ok: true })
      expect(await insist(() => streamOf(store, wanted.stream))).toHaveLength(1)
      expectSound(store, await insist(() => allOf(store)))
    })

    test('fails appends that were certainly not sent with that answer and no other', async ({ stores }) => {
      const store = await stores.open('short')
      await stores.setDown(true)
      await untilUnreachable(store)
      const stream = newStream()
      const results = await Promise.allSettled(chain(store, stream, 3).map((wanted) => store.append(wanted)))
      for (const result of results) {
        expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) })
      }
      await stores.setDown(false)
      await expect.poll(() => streamOf(store, stream).catch(() => null), SOON).toEqual([])
    })
  })

  test('appends under connections that keep breaking are written once, and their results are true', async ({
    stores,
    log,
    other,
  }) => {
    const done = { value: false }
    let answered = 0
    const breaking = (async () => {
      while (!done.value) {
        const before = answered
        await stores.cutConnections()
        // never faster than some writer makes progress, or a busy machine would break connections all the time
        do await pause(20)
        while (answered === before && !done.value)
      }
    })()
    const writers = Array.from({ length: 12 }, async (_, index) => {
      const stream = newStream()
      const store = index % 2 ? log : other
      let head = NO_STREAM
      for (let round = 0; round < 25; round++) {
        const wanted = request(store, stream, head)
        expect(await store.append(wanted)).toMatchObject({ ok: true, head: headOf(wanted) })
        head = headOf(wanted)
        answered += 1
      }
      return stream
    })
    const streams = await Promise.all(writers)
    done.value = true
    await breaking
    const fresh = await stores.open()
    for (const stream of streams) expect(await streamOf(fresh, stream)).toHaveLength(25)
    expectSound(fresh, await allOf(fresh))
  })

  test('reads continue across broken connections', async ({ stores, log }) => {
    const stream = newStream()
    await written(log, request(log, stream, NO_STREAM, 3))
    await stores.cutConnections()
    await expect.poll(() => streamOf(log, stream).catch(() => [])).toHaveLength(3)
    expect(await log.readHead(stream)).toMatchObject({ version: 2 })
  })
}
