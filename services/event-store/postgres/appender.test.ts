// Group commit with calls that end in ways that cannot be provoked in a database: the test answers them.
import { expect, test } from 'vitest'
import { type AppendRequest, OutcomeUnknown, StoreUnavailable } from '../port.ts'
import { NO_STREAM, newStream } from '../testing/contract/harness.ts'
import { type AppendCalls, BatchRefused } from './append-calls.ts'
import { Appender } from './appender.ts'
import type { Batch } from './batch.ts'

const RULES = newStream()

const wanted = (given?: AppendRequest['given']): AppendRequest => {
  const event = { id: '', version: 0, type: 'Noted', hash: 'a'.repeat(64), body: '{}' }
  return { stream: newStream(), expected: NO_STREAM, events: [event], given } as AppendRequest
}

/** An appender over calls that `answer` answers, by batch and number of the call. Nothing was stored before. */
function appenderOver(answer: (batch: Batch, nth: number) => (number | null)[] | null): Appender {
  let calls = 0
  const appendCalls: AppendCalls = {
    write: async (batch) => answer(batch, calls++),
    find: async (places) => places.map(() => []),
  }
  return new Appender(appendCalls, () => undefined)
}

test('after a superseded call, the next one carries only appends that were given no head', async () => {
  const isGiven: boolean[] = []
  const stale = { stream: RULES, head: { version: 0, hash: 'b'.repeat(64) } }
  const more: Promise<unknown>[] = []
  const appender: Appender = appenderOver((batch) => {
    isGiven.push(batch.given !== undefined)
    if (batch.given === undefined) return batch.chunks.map((_, at) => at + 1)
    // appends decided by outdated rules keep coming
    if (isGiven.length < 50) more.push(appender.append(wanted(stale)))
    return null
  })
  const bet = appender.append(wanted(stale))
  const plain = appender.append(wanted())
  expect(await plain).toMatchObject({ ok: true })
  expect(isGiven.slice(0, 2)).toEqual([true, false])
  expect(await bet).toEqual({ ok: false, conflict: true, superseded: true })
  await Promise.all(more)
})

test('if a call is refused, each of its chunks gets its own answer, and none is sent after one that failed', async () => {
  const sent: number[] = []
  let behind: Promise<unknown> | null = null
  const appender: Appender = appenderOver(({ chunks }, nth) => {
    sent.push(chunks.length)
    if (nth === 0) throw new BatchRefused('one of them is broken')
    if (nth === 2) {
      behind = appender.append(wanted())
      throw new OutcomeUnknown('the connection broke')
    }
    return [nth]
  })
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => appender.append(wanted())))
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value.ok : result.reason))).toEqual([
    true,
    expect.any(OutcomeUnknown),
    expect.any(StoreUnavailable),
    expect.any(StoreUnavailable),
  ])
  await expect(behind).rejects.toThrow(StoreUnavailable)
  expect(sent).toEqual([4, 1, 1])
})
