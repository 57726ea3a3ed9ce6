// The contract of the reads.
import { describe, expect } from 'vitest'
import { allOf, chain, expectSound, headOf, NO_STREAM, newStream, request, streamOf, written } from './harness.ts'
import { type MakeStore, testOn } from './store-fixture.ts'

export function readingContract(makeStore: MakeStore): void {
  const test = testOn(makeStore)

  describe('a stream', () => {
    test('that does not exist is empty', async ({ log }) => {
      expect(await streamOf(log, newStream())).toEqual([])
      expect(await log.readHead(newStream())).toEqual(NO_STREAM)
    })

    test('is read from any version on, across many pages', async ({ log, other }) => {
      const stream = newStream()
      let head = NO_STREAM
      for (let part = 0; part < 5; part++) {
        const wanted = request(log, stream, head, 250)
        await written(log, wanted)
        head = headOf(wanted)
      }
      for (const from of [0, 1, 100, 999, 1_000, 1_001, 1_249, 1_250, 5_000]) {
        const events = await streamOf(other, stream, from)
        expect(events).toHaveLength(Math.max(0, 1_250 - from))
        expect(events[0]?.version).toBe(from < 1_250 ? from : undefined)
      }
      expect(await other.readHead(stream)).toEqual(head)
      expectSound(log, await streamOf(log, stream))
    })
  })

  describe('the whole log', () => {
    test('is read in order after any position, in pages of any size', async ({ log, other }) => {
      const streams = [newStream(), newStream(), newStream()]
      const requests = streams.flatMap((stream) => chain(log, stream, 7))
      await Promise.all(requests.map((wanted) => log.append(wanted)))
      const all = await allOf(log)
      expectSound(log, all)
      expect(all).toHaveLength(22)
      for (const [index, { position }] of all.entries()) {
        expect(await allOf(other, position, (index % 4) + 1)).toEqual(all.slice(index + 1))
      }
      for await (const page of log.readAll(null, 5)) {
        expect(page.length).toBeGreaterThan(0)
        expect(page.length).toBeLessThanOrEqual(5)
      }
      expect(await log.lastPosition()).toBe(all.at(-1)!.position)
    })

    test('ends where it ended at the call', async ({ log, other }) => {
      await written(log, request(log, newStream(), NO_STREAM, 20))
      const pages = log.readAll(null, 5)[Symbol.asyncIterator]()
      await pages.next()
      const before = await log.lastPosition()
      let last = before
      for (let page = await pages.next(); !page.done; page = await pages.next()) {
        // a reader that followed a busy writer would never finish
        await written(other, request(other, newStream(), NO_STREAM, 20))
        last = page.value.at(-1)!.position
      }
      expect(log.comparePositions(last!, (await log.lastPosition())!)).toBeLessThan(0)
    })

    test('gives a reader during writes every position once and in order', async ({ stores, log, other }) => {
      const writing = Promise.all(
        [log, other].flatMap((store) =>
          Array.from({ length: 8 }, async () => {
            for (const wanted of chain(store, newStream(), 20)) await written(store, wanted)
          }),
        ),
      )
      let done = false
      void writing.then(() => {
        done = true
      })
      const reader = await stores.open()
      const seen: string[] = []
      for (let last = false; !last; ) {
        last = done
        for (const event of await allOf(reader, seen.at(-1) ?? null, 7)) seen.push(event.position)
      }
      await writing
      expect(seen).toEqual((await allOf(log)).map((event) => event.position))
      expect(seen).toHaveLength(1 + 16 * 20)
    })
  })

  test('readers that stop early hold nothing up', async ({ log }) => {
    const stream = newStream()
    let head = NO_STREAM
    for (let part = 0; part < 4; part++) {
      const wanted = request(log, stream, head, 300)
      await written(log, wanted)
      head = headOf(wanted)
    }
    for (let round = 0; round < 40; round++) {
      for await (const event of log.readStream(stream, round)) {
        expect(event.version).toBe(round)
        break
      }
      for await (const page of log.readAll(null, 10)) {
        expect(page[0]).toMatchObject({ stream: 'ledger', version: 0 })
        break
      }
    }
    expect(await log.readHead(stream)).toEqual(head)
  })

  test('positions compare in the order in which the store assigned them', async ({ log, other }) => {
    const first = await written(log, request(log, newStream()))
    const second = await written(other, request(other, newStream()))
    expect(log.comparePositions(first, second)).toBeLessThan(0)
    expect(log.comparePositions(second, first)).toBeGreaterThan(0)
    expect(other.comparePositions(first, first)).toBe(0)
    expect(log.comparePositions('9', '10')).toBeLessThan(0)
    expect(log.comparePositions('9007199254740993', '9007199254740992')).toBeGreaterThan(0)
  })
}
