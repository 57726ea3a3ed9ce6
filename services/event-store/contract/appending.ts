// The contract of `append`.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { encodeEvent } from '../encoding.ts'
import { AppendTooLarge, type EventStore, MAX_APPEND_BYTES, OutcomeUnknown, StoreUnavailable } from '../port.ts'
import {
  allOf,
  chain,
  expectSound,
  headOf,
  NO_STREAM,
  newStream,
  nextEvents,
  request,
  type StoreUnderTest,
  streamOf,
  written,
} from './harness.ts'

const CONFLICT = { ok: false, conflict: true }
const SOON = { timeout: 10_000, interval: 20 }

export function appendingContract(makeStore: () => Promise<StoreUnderTest>): void {
  let stores: StoreUnderTest
  let log: EventStore
  let other: EventStore
  beforeEach(async () => {
    stores = await makeStore()
    log = await stores.open()
    other = await stores.open()
  })
  afterEach(() => stores.close())

  describe('the start of a log', () => {
    test('is one event that gives it its identity, however many open it at once', async () => {
      const racers = await Promise.all(Array.from({ length: 8 }, () => stores.open()))
      const [first, ...others] = await allOf(log)
      expect(others).toEqual([])
      expect(first).toMatchObject({ stream: 'ledger', version: 0, type: 'LogStarted' })
      expect(JSON.parse(first!.body)).toMatchObject({
        log: log.logId,
        schema: 1,
        data: { log: log.logId, currency: 'EUR' },
        meta: { actor: { id: 'setup', role: 'system' } },
        prev: null,
      })
      for (const racer of [other, ...racers]) expect(racer.logId).toBe(log.logId)
    })
  })

  describe('append', () => {
    test('makes a stream, and adds to it', async () => {
      const stream = newStream()
      const first = request(log, stream, NO_STREAM, 2)
      const second = request(log, stream, headOf(first), 3)
      const one = await log.append(first)
      const two = await other.append(second)
      expect(one).toMatchObject({ ok: true, head: headOf(first) })
      expect(two).toMatchObject({ ok: true, head: headOf(second) })
      const events = await streamOf(log, stream)
      expect(events.map(({ position: _, stream: __, ...event }) => event)).toEqual([...first.events, ...second.events])
      expect(one).toMatchObject({ position: events[1]!.position })
      expect(two).toMatchObject({ position: events[4]!.position })
    })

    test('keeps every character of the body', async () => {
      const stream = newStream()
      const data = { text: 'é "quoted" \\ {1,2} \n \u2028 \u{1f3c6} NULL \\N \t', '\u{1f600}': ['', ' '], ',': null }
      const events = nextEvents(log, stream, NO_STREAM, 1, data)
      await log.append({ stream, expected: NO_STREAM, events })
      expect((await streamOf(other, stream))[0]!.body).toBe(events[0]!.body)
      expectSound(log, await allOf(log))
    })

    test('refuses another version, and another hash at the same version', async () => {
      const stream = newStream()
      const first = request(log, stream)
      await written(log, first)
      const elsewhere = headOf(request(log, stream))
      expect(await log.append(request(log, stream))).toEqual(CONFLICT)
      expect(await log.append(request(log, stream, elsewhere))).toEqual(CONFLICT)
      expect(await log.append(request(log, stream, { ...headOf(first), version: 1 }))).toEqual(CONFLICT)
      expect(await log.append(request(log, newStream(), headOf(first)))).toEqual(CONFLICT)
      expect(await streamOf(log, stream)).toHaveLength(1)
    })

    test('lets one of 32 racers win', async () => {
      const stream = newStream()
      const racers = Array.from({ length: 32 }, (_, index) => (index % 2 ? log : other))
      const results = await Promise.all(racers.map((racer) => racer.append(request(racer, stream, NO_STREAM, 2))))
      expect(results.filter((result) => result.ok)).toHaveLength(1)
      expect(await streamOf(log, stream)).toHaveLength(2)
    })

    test('takes appends that build on each other while they are in flight', async () => {
      const streams = [newStream(), newStream()]
      const requests = streams.flatMap((stream) => chain(log, stream, 64))
      const results = await Promise.all(requests.map((wanted) => log.append(wanted)))
      const stored = (await Promise.all(streams.map((stream) => streamOf(log, stream)))).flat()
      expect(results).toEqual(
        stored.map(({ version, hash, position }) => ({ ok: true, position, head: { version, hash } })),
      )
      expect(stored.map((event) => event.hash)).toEqual(requests.map((wanted) => headOf(wanted).hash))
      expectSound(log, await allOf(log))
    })

    test('takes appends of many streams at once', async () => {
      const requests = Array.from({ length: 300 }, (_, index) => request(index % 2 ? log : other, newStream()))
      const positions = await Promise.all(requests.map((wanted, index) => written(index % 2 ? log : other, wanted)))
      const all = await allOf(log)
      expect(all.slice(1).map((event) => event.position)).toEqual(positions.toSorted(log.comparePositions))
      expectSound(log, all)
    })

    test('writes of two racing chains the beginning of each that won, and nothing else', async () => {
      const stream = newStream()
      let head = NO_STREAM
      for (let round = 0; round < 10; round++) {
        const racers = [log, other].map((store) => {
          const requests = chain(store, stream, 6, head)
          return Promise.all(requests.map(async (wanted) => ({ wanted, result: await store.append(wanted) })))
        })
        const told = (await Promise.all(racers)).flat()
        const won = told.filter(({ result }) => result.ok).map(({ wanted }) => headOf(wanted))
        const stored = await streamOf(log, stream, head.version + 1)
        expect(won.map(({ hash }) => hash)).toEqual(stored.map(({ hash }) => hash))
        head = await log.readHead(stream)
      }
      expectSound(log, await streamOf(log, stream))
    })

    test('fails what builds on a failed append, and no other', async () => {
      const [taken, free] = [newStream(), newStream()]
      await written(other, request(other, taken))
      const lost = chain(log, taken, 5).map((wanted) => log.append(wanted))
      const won = chain(log, free, 5).map((wanted) => log.append(wanted))
      expect(await Promise.all(lost)).toEqual(Array(5).fill(CONFLICT))
      expect((await Promise.all(won)).every((result) => result.ok)).toBe(true)
    })

    test('refuses what nobody should send', async () => {
      const stream = newStream()
      const { events } = request(log, stream)
      await expect(log.append({ stream, expected: NO_STREAM, events: [] })).rejects.toThrow(TypeError)
      await expect(log.append({ stream: 'a\nb', expected: NO_STREAM, events })).rejects.toThrow(TypeError)
      const gap = [{ ...events[0]!, version: 1 }]
      await expect(log.append({ stream, expected: NO_STREAM, events: gap })).rejects.toThrow(TypeError)
    })

    test('takes a megabyte, and refuses a byte more before it is sent', async () => {
      const stream = newStream()
      const sized = (bytes: number) => {
        const probe = nextEvents(log, stream, NO_STREAM, 1, { text: '' })[0]!
        return nextEvents(log, stream, NO_STREAM, 1, {
          text: 'é'.repeat(10) + 'x'.repeat(bytes - probe.body.length - 20),
        })
      }
      const tooLarge = { stream, expected: NO_STREAM, events: sized(MAX_APPEND_BYTES + 1) }
      await expect(log.append(tooLarge)).rejects.toThrow(AppendTooLarge)
      const [small, large] = await Promise.all([
        log.append(request(log, newStream())),
        log.append({ stream, expected: NO_STREAM, events: sized(MAX_APPEND_BYTES) }),
      ])
      expect([small.ok, large.ok]).toEqual([true, true])
    })
  })

  describe('an append that is repeated', () => {
    test('is answered as the first time, by any process, also after later events', async () => {
      const stream = newStream()
      const [first, second, third] = chain(log, stream, 3) as [never, never, never]
      const answer = await log.append(first)
      expect(await log.append(first)).toEqual(answer)
      const later = await log.append(second)
      expect(await other.append(first)).toEqual(answer)
      await log.append(third)
      expect(await Promise.all([other.append(second), log.append(first)])).toEqual([later, answer])
      expect(await streamOf(log, stream)).toHaveLength(3)
    })

    test('is answered with the first while that is under way', async () => {
      const wanted = request(log, newStream(), NO_STREAM, 2)
      const answers = await Promise.all([log.append(wanted), log.append(wanted), other.append(wanted)])
      expect(answers[0]).toMatchObject({ ok: true, head: headOf(wanted) })
      expect(answers).toEqual([answers[0], answers[0], answers[0]])
      expect(await streamOf(log, wanted.stream)).toHaveLength(2)
    })

    test('carries what builds on it', async () => {
      const stream = newStream()
      const requests = chain(log, stream, 6)
      await written(log, requests[0]!)
      await written(log, requests[1]!)
      const results = await Promise.all(requests.map((wanted) => log.append(wanted)))
      expect(results.every((result) => result.ok)).toBe(true)
      expect(await streamOf(log, stream)).toHaveLength(6)
    })

    test('is no repeat where it holds one event more, or another last one', async () => {
      const stream = newStream()
      const two = request(log, stream, NO_STREAM, 2)
      await written(log, { ...two, events: two.events.slice(0, 1) })
      expect(await log.append(two)).toEqual(CONFLICT)
      const { events } = two
      const twisted = encodeEvent({ ...JSON.parse(events[0]!.body), data: { other: true } })
      expect(await log.append({ ...two, events: [twisted] })).toEqual(CONFLICT)
      expect(await streamOf(log, stream)).toHaveLength(1)
    })
  })

  describe('an append whose answer is lost', () => {
    test('is found, and written once', async () => {
      const stream = newStream()
      const requests = chain(log, stream, 3)
      await written(log, requests[0]!)
      await stores.loseNextAnswer(log)
      const results = await Promise.all(requests.slice(1).map((wanted) => log.append(wanted)))
      expect(results).toMatchObject([
        { ok: true, head: headOf(requests[1]!) },
        { ok: true, head: headOf(requests[2]!) },
      ])
      expect((await streamOf(other, stream)).map((event) => event.hash)).toEqual(
        requests.map((wanted) => headOf(wanted).hash),
      )
    })

    test('is found where others have written after it', async () => {
      const streams = Array.from({ length: 20 }, newStream)
      const done = { value: false }
      const noise = (async () => {
        while (!done.value) await written(other, request(other, newStream()))
      })()
      for (const stream of streams) {
        await stores.loseNextAnswer(log)
        const results = await Promise.all([log.append(request(log, stream)), log.append(request(log, newStream()))])
        expect(results.every((result) => result.ok)).toBe(true)
      }
      done.value = true
      await noise
      for (const stream of streams) expect(await streamOf(log, stream)).toHaveLength(1)
      expectSound(log, await allOf(log))
    })

    test('is a conflict where another append won', async () => {
      const stream = newStream()
      await written(other, request(other, stream))
      await stores.loseNextAnswer(log)
      expect(await log.append(request(log, stream))).toEqual(CONFLICT)
    })
  })

  describe('a store that cannot be reached', () => {
    test('refuses appends and reads, and forgets nothing', async () => {
      const store = await stores.open('short')
      const stream = newStream()
      const first = request(store, stream)
      await written(store, first)
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
      expect(await streamOf(store, wanted.stream)).toHaveLength(1)
      expectSound(store, await allOf(store))
    })

    test('gives appends that were certainly not sent no other answer than that', async () => {
      const store = await stores.open('short')
      await stores.setDown(true)
      await expect
        .poll(
          () =>
            store.readHead('ledger').then(
              () => 'read',
              () => 'lost',
            ),
          SOON,
        )
        .toBe('lost')
      const stream = newStream()
      const results = await Promise.allSettled(chain(store, stream, 3).map((wanted) => store.append(wanted)))
      for (const result of results) {
        expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) })
      }
      await stores.setDown(false)
      await expect.poll(() => streamOf(store, stream).catch(() => null), SOON).toEqual([])
    })
  })

  test('appends under connections that keep breaking are written once, and told the truth', async () => {
    const done = { value: false }
    const breaking = (async () => {
      while (!done.value) {
        await stores.cutConnections()
        await new Promise((resolve) => setTimeout(resolve, 20))
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
}
