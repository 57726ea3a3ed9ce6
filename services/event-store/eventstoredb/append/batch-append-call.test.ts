import { describe, expect, test } from 'vitest'
import type { EncodedEvent } from '../../port.ts'
import { FakeAppendCall } from '../testing/fake-append-call.ts'
import { type AppendRequest, arrived } from '../testing/service.ts'
import { BatchAppendCall } from './batch-append-call.ts'

const BODY = '{"text":"é"}'
const event: EncodedEvent = {
  version: 4,
  type: 'Noted',
  id: '00000000-0000-8000-8000-000000000001',
  hash: '0'.repeat(64),
  body: BODY,
}

function open(answerMs = 10_000) {
  const call = new FakeAppendCall()
  const closed: Error[] = []
  return {
    call,
    closed,
    appends: new BatchAppendCall(call.asCall, answerMs, (error) => closed.push(error)),
  }
}

const success = ({ correlation }: AppendRequest, commit: string, revision: number) =>
  arrived({ correlation, success: { revision: String(revision), position: { commit } } })

describe('the append call', () => {
  test('sends the bytes as they are, to be written at the given revision or not at all', () => {
    const { call, appends } = open()
    void appends.send('p:s', 3, [event])
    void appends.send('p:t', -1, [event])
    const [proposed] = call.sent
    expect(proposed).toMatchObject({
      target: { stream: { utf8: Buffer.from('p:s') }, revision: '3' },
      events: [{ id: { text: event.id }, metadata: { type: 'Noted' }, data: Buffer.from(BODY) }],
      isFinal: true,
    })
    expect(call.sent[1]!.target).toEqual({ stream: { utf8: Buffer.from('p:t') }, noStream: {} })
  })

  test('matches each append with its own reply, in whatever order they come', async () => {
    const { call, appends } = open()
    const answers = [appends.send('a', -1, [event]), appends.send('b', -1, [event])]
    call.emit('data', success(call.sent[1]!, '9007199254740993', 0))
    call.emit('data', success(call.sent[0]!, '548', 7))
    expect(await Promise.all(answers)).toEqual([
      { kind: 'written', position: '548', revision: 7 },
      { kind: 'written', position: '9007199254740993', revision: 0 },
    ])
  })

  test('recognises the id of an append in either form', async () => {
    const { call, appends } = open()
    const answer = appends.send('a', -1, [event])
    const hex = call.sent[0]!.correlation.text!.replaceAll('-', '')
    const [mostSignificant, leastSignificant] = [hex.slice(0, 16), hex.slice(16)].map((half) =>
      String(BigInt(`0x${half}`)),
    )
    const halves = { mostSignificant: mostSignificant!, leastSignificant: leastSignificant! }
    call.emit('data', success({ ...call.sent[0]!, correlation: { halves } }, '1', 0))
    expect(await answer).toMatchObject({ kind: 'written' })
  })

  test('reports an unknown outcome if the server does not tell', async () => {
    const { call, appends } = open()
    const answer = appends.send('a', -1, [event])
    call.emit('data', arrived({ correlation: call.sent[0]!.correlation, failure: { message: 'Unknown' } }))
    expect(await answer).toMatchObject({ kind: 'unknown' })
  })

  test('leaves the outcome of everything in flight unknown when it breaks, and accepts no more', async () => {
    const { call, appends, closed } = open()
    const answers = [appends.send('a', -1, [event]), appends.send('b', -1, [event])]
    const broken = new Error('14 UNAVAILABLE')
    call.emit('error', broken)
    call.emit('error', new Error('once more'))
    expect(await Promise.all(answers)).toEqual([
      { kind: 'unknown', error: broken },
      { kind: 'unknown', error: broken },
    ])
    expect(await appends.send('c', -1, [event])).toEqual({ kind: 'not-handled', error: broken })
    expect(call.sent).toHaveLength(2)
    expect(closed).toEqual([broken])
    // a reply that still arrives has no append any more
    call.emit('data', success(call.sent[0]!, '1', 0))
  })

  test('is closed if an append goes unanswered', async () => {
    const { call, appends, closed } = open(20)
    expect(await appends.send('a', -1, [event])).toMatchObject({ kind: 'unknown' })
    expect(await appends.send('a', -1, [event])).toMatchObject({ kind: 'not-handled' })
    expect(call.sent).toHaveLength(1)
    expect(closed).toHaveLength(1)
    await expect.poll(() => call.cancelled).toBe(true)
  })
})
