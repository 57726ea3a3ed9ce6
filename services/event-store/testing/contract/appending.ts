// The contract of `append`.
import { describe, expect } from 'vitest'
import { type AppendRequest, AppendTooLarge, MAX_APPEND_BYTES } from '../../port.ts'
import {
  allOf,
  appended,
  chain,
  expectSound,
  headOf,
  NO_STREAM,
  newStream,
  nextEvents,
  request,
  streamOf,
  written,
} from './harness.ts'
import { type MakeStore, testOn } from './store-fixture.ts'

const CONFLICT = { ok: false, conflict: true }

export function appendingContract(makeStore: MakeStore): void {
  const test = testOn(makeStore)

  describe('the start of a log', () => {
    test('is one event that gives it its identity, however many processes open it at once', async ({
      stores,
      log,
      other,
    }) => {
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
    test('creates a stream, and adds to it', async ({ log, other }) => {
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

    test('keeps every character of the body', async ({ log, other }) => {
      const stream = newStream()
      const data = { text: 'é "quoted" \\ {1,2} \n \u2028 \u{1f3c6} NULL \\N \t', '\u{1f600}': ['', ' '], ',': null }
      const events = nextEvents(log, stream, NO_STREAM, 1, data)
      await log.append({ stream, expected: NO_STREAM, events })
      expect((await streamOf(other, stream))[0]!.body).toBe(events[0]!.body)
      expectSound(log, await allOf(log))
    })

    test('refuses a different version, and a different hash at the same version', async ({ log }) => {
      const stream = newStream()
      const first = request(log, stream)
      await written(log, first)
      const elsewhere = headOf(request(log, stream))
      expect(await appended(log, request(log, stream))).toEqual(CONFLICT)
      expect(await appended(log, request(log, stream, elsewhere))).toEqual(CONFLICT)
      expect(await appended(log, request(log, stream, { ...headOf(first), version: 1 }))).toEqual(CONFLICT)
      expect(await appended(log, request(log, newStream(), headOf(first)))).toEqual(CONFLICT)
      expect(await streamOf(log, stream)).toHaveLength(1)
    })

    test('that is given the head of another stream is written only while that stream has it', async ({
      log,
      other,
    }) => {
      const rules = newStream()
      const first = request(log, rules)
      await written(log, first)
      const given = { stream: rules, head: headOf(first) }
      const streams = Array.from({ length: 6 }, newStream)
      const opened = streams.map((stream) => request(log, stream))
      const results = await Promise.all(opened.map((wanted) => log.append({ ...wanted, given })))
      expect(results.every(({ ok }) => ok)).toBe(true)

      await written(other, request(other, rules, headOf(first)))
      const next = streams.map((stream, at) => request(log, stream, headOf(opened[at]!)))
      // those that are given no head are written, whatever is sent together with them
      const mixed = await Promise.all(next.map((wanted, at) => log.append(at % 2 ? wanted : { ...wanted, given })))
      expect(mixed.map(({ ok }) => ok)).toEqual([false, true, false, true, false, true])
      expect(mixed[0]).toEqual({ ...CONFLICT, superseded: true })
      const late = request(log, newStream())
      for (const head of [NO_STREAM, { ...given.head, version: 1 }]) {
        expect(await log.append({ ...late, given: { stream: rules, head } })).toMatchObject({ superseded: true })
      }
      const gone = { stream: newStream(), head: NO_STREAM }
      expect(await log.append({ ...late, given: gone })).toMatchObject({ ok: true })
      expectSound(log, await allOf(log))
    })

    test('that builds on one that was given a head comes after that one', async ({ log }) => {
      const rules = newStream()
      const first = request(log, rules)
      await written(log, first)
      const given = { stream: rules, head: headOf(first) }
      const [one, two, three] = chain(log, newStream(), 3) as [AppendRequest, AppendRequest, AppendRequest]
      const results = await Promise.all([
        log.append({ ...one, given }),
        log.append(two),
        log.append({ ...three, given }),
      ])
      expect(results.map(({ ok }) => ok)).toEqual([true, true, true])
      expectSound(log, await allOf(log))
    })

    test('that builds on a superseded one is not written', async ({ log }) => {
      const rules = newStream()
      const first = request(log, rules)
      await written(log, first)
      const [one, two, three] = chain(log, newStream(), 3) as [AppendRequest, AppendRequest, AppendRequest]
      const given = { stream: rules, head: headOf(first) }
      const old = { stream: rules, head: NO_STREAM }
      const results = await Promise.all([
        log.append({ ...one, given: old }),
        log.append({ ...two, given }),
        log.append(three),
      ])
      expect(results.map(({ ok }) => ok)).toEqual([false, false, false])
      expectSound(log, await allOf(log))
    })

    test('succeeds for one of 32 that race', async ({ log, other }) => {
      const stream = newStream()
      const racers = Array.from({ length: 32 }, (_, index) => (index % 2 ? log : other))
      const results = await Promise.all(racers.map((racer) => racer.append(request(racer, stream, NO_STREAM, 2))))
      expect(results.filter((result) => result.ok)).toHaveLength(1)
      expect(await streamOf(log, stream)).toHaveLength(2)
    })

    test('may build on others that are still in flight', async ({ log }) => {
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

    test('goes to many streams at once', async ({ log, other }) => {
      const requests = Array.from({ length: 300 }, (_, index) => request(index % 2 ? log : other, newStream()))
      const positions = await Promise.all(requests.map((wanted, index) => written(index % 2 ? log : other, wanted)))
      const all = await allOf(log)
      expect(all.slice(1).map((event) => event.position)).toEqual(positions.toSorted(log.comparePositions))
      expectSound(log, all)
    })

    test('of two racing chains writes the part of each that won, and nothing else', async ({ log, other }) => {
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

    test('fails if what it builds on failed, and only then', async ({ log, other }) => {
      const [taken, free] = [newStream(), newStream()]
      await written(other, request(other, taken))
      const lost = chain(log, taken, 5).map((wanted) => appended(log, wanted))
      const won = chain(log, free, 5).map((wanted) => log.append(wanted))
      expect(await Promise.all(lost)).toEqual(Array(5).fill(CONFLICT))
      expect((await Promise.all(won)).every((result) => result.ok)).toBe(true)
    })

    test('refuses what nobody should send', async ({ log }) => {
      const stream = newStream()
      const { events } = request(log, stream)
      await expect(log.append({ stream, expected: NO_STREAM, events: [] })).rejects.toThrow(TypeError)
      await expect(log.append({ stream: 'a\nb', expected: NO_STREAM, events })).rejects.toThrow(TypeError)
      const gap = [{ ...events[0]!, version: 1 }]
      await expect(log.append({ stream, expected: NO_STREAM, events: gap })).rejects.toThrow(TypeError)
    })

    test('accepts a megabyte, and refuses a byte more before it is sent', async ({ log }) => {
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
}
