// The contract of an append that is sent again: knowingly, or because its result was lost.
import { describe, expect } from 'vitest'
import { encodeEvent } from '../../encoding.ts'
import {
  allOf,
  appended,
  chain,
  expectSound,
  headOf,
  NO_STREAM,
  newStream,
  request,
  streamOf,
  written,
} from './harness.ts'
import { type MakeStore, testOn } from './store-fixture.ts'

export function repeatingContract(makeStore: MakeStore): void {
  const test = testOn(makeStore)

  describe('an append that is repeated', () => {
    test('has the result of the first time, from any process, and after later events too', async ({ log, other }) => {
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

    test('has the result of the first one while that is still in flight', async ({ log, other }) => {
      const wanted = request(log, newStream(), NO_STREAM, 2)
      const answers = await Promise.all([log.append(wanted), log.append(wanted), other.append(wanted)])
      expect(answers[0]).toMatchObject({ ok: true, head: headOf(wanted) })
      expect(answers).toEqual([answers[0], answers[0], answers[0]])
      expect(await streamOf(log, wanted.stream)).toHaveLength(2)
    })

    test('carries what builds on it', async ({ log }) => {
      const stream = newStream()
      const requests = chain(log, stream, 6)
      await written(log, requests[0]!)
      await written(log, requests[1]!)
      const results = await Promise.all(requests.map((wanted) => log.append(wanted)))
      expect(results.every((result) => result.ok)).toBe(true)
      expect(await streamOf(log, stream)).toHaveLength(6)
    })

    test('is not a repeat if it has one more event, or a different last one', async ({ log }) => {
      const stream = newStream()
      const two = request(log, stream, NO_STREAM, 2)
      await written(log, { ...two, events: two.events.slice(0, 1) })
      expect(await appended(log, two)).toEqual({ ok: false, conflict: true })
      const { events } = two
      const twisted = encodeEvent({ ...JSON.parse(events[0]!.body), data: { other: true } })
      expect(await appended(log, { ...two, events: [twisted] })).toEqual({ ok: false, conflict: true })
      expect(await streamOf(log, stream)).toHaveLength(1)
    })
  })

  describe('an append whose result is lost', () => {
    test('is found, and written once', async ({ stores, log, other }) => {
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

    test('is found after others have written behind it', async ({ stores, log, other }) => {
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

    test('is a conflict if another append won', async ({ stores, log, other }) => {
      const stream = newStream()
      await written(other, request(other, stream))
      await stores.loseNextAnswer(log)
      expect(await appended(log, request(log, stream))).toEqual({ ok: false, conflict: true })
    })
  })
}
