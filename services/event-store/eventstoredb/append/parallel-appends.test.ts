// Several append calls as one.
import { describe, expect, test } from 'vitest'
import type { EncodedEvent } from '../../port.ts'
import { FakeAppendCall } from '../testing/fake-append-call.ts'
import { arrived } from '../testing/service.ts'
import { ParallelAppends } from './parallel-appends.ts'

const event: EncodedEvent = { version: 0, type: 'Noted', id: '0'.repeat(32), hash: '0'.repeat(64), body: '{}' }

class AnsweringCall extends FakeAppendCall {
  answer() {
    const { correlation } = this.sent.at(-1)!
    this.emit('data', arrived({ correlation, success: { position: { commit: '7' } } }))
  }
}

function open(answerMs = 10_000) {
  const calls: AnsweringCall[] = []
  const closed: Error[] = []
  const begin = () => {
    const call = new AnsweringCall()
    calls.push(call)
    return call.asCall
  }
  const appends = new ParallelAppends(begin, answerMs, (error) => closed.push(error))
  return { calls, closed, appends, sent: () => calls.map((call) => call.sent.length) }
}

describe('parallel appends', () => {
  test('need one call where they come one after the other', async () => {
    const { appends, calls, sent } = open()
    for (let n = 0; n < 3; n++) {
      const append = appends.send('s', n, [event])
      calls[0]!.answer()
      expect(await append).toMatchObject({ kind: 'written', position: '7' })
    }
    expect(sent()).toEqual([3])
  })

  test('go by a call each, and share them evenly where they are more than there may be', () => {
    const { appends, sent } = open()
    for (let n = 0; n < 16; n++) void appends.send(`s${n}`, 0, [event])
    expect(sent()).toEqual(Array(16).fill(1))
    for (let n = 0; n < 16; n++) void appends.send(`t${n}`, 0, [event])
    expect(sent()).toEqual(Array(16).fill(2))
  })

  test('are all in doubt where one of the calls breaks, and none is taken afterwards', async () => {
    const { appends, calls, closed, sent } = open()
    const answers = [appends.send('a', -1, [event]), appends.send('b', -1, [event])]
    const broken = new Error('14 UNAVAILABLE')
    calls[1]!.emit('error', broken)
    calls[0]!.emit('error', new Error('once more'))
    expect(await Promise.all(answers)).toEqual([
      { kind: 'unknown', error: broken },
      { kind: 'unknown', error: broken },
    ])
    expect(appends.isOpen).toBe(false)
    expect(await appends.send('c', -1, [event])).toEqual({ kind: 'not-handled', error: broken })
    expect(sent()).toEqual([1, 1])
    expect(closed).toEqual([broken])
    await expect.poll(() => calls.every((call) => call.cancelled)).toBe(true)
  })

  test('are given up where one goes unanswered while others are answered', async () => {
    const { appends, calls, closed } = open(20)
    const silent = appends.send('a', -1, [event])
    const answered = appends.send('b', -1, [event])
    calls[1]!.answer()
    expect(await answered).toMatchObject({ kind: 'written' })
    expect(await silent).toMatchObject({ kind: 'unknown' })
    expect(appends.isOpen).toBe(false)
    expect(closed).toHaveLength(1)
  })

  test('are not sent where no other call can be begun', async () => {
    const gone = new Error('closed')
    let began = 0
    const begin = () => {
      if (began++ > 0) throw gone
      return new FakeAppendCall().asCall
    }
    const closed: Error[] = []
    const appends = new ParallelAppends(begin, 10_000, (error) => closed.push(error))
    const first = appends.send('a', -1, [event])
    expect(await appends.send('b', -1, [event])).toEqual({ kind: 'not-handled', error: gone })
    expect(await first).toEqual({ kind: 'unknown', error: gone })
    expect(closed).toEqual([gone])
  })
})
