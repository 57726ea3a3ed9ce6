// Our messages against those of the official client: it reads what we write, and we read what it writes.
import shared from '@eventstore/db-client/generated/shared_pb.js'
import status from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { describe, expect, test } from 'vitest'
import { storedEvents } from './recorded-events.ts'
import { appendReplyIn, readReplyIn } from './replies.ts'
import { appendRequest, readAllRequest, readStreamRequest, subscribeRequest } from './requests.ts'
import { StreamNames } from './stream-names.ts'

const FRAME_BYTES = 5
/** The message of a framed request, as the server reads it. */
function message(framed: Buffer): Buffer {
  expect([framed[0], framed.readUInt32BE(1)]).toEqual([0, framed.length - FRAME_BYTES])
  return framed.subarray(FRAME_BYTES)
}
const ID = '0f0e0d0c-0b0a-8908-8706-050403020100'
const PAST_DOUBLES = '9007199254740993'

const appended = (revision: number, ...bodies: string[]) => {
  const events = bodies.map((body, index) => ({
    version: revision + 1 + index,
    type: 'Noted',
    id: ID,
    hash: '0'.repeat(64),
    body,
  }))
  return streams.BatchAppendReq.deserializeBinary(message(appendRequest(ID, 'p:ledger', revision, events)))
}
const asked = (request: Buffer) => streams.ReadReq.deserializeBinary(message(request)).getOptions()!.toObject()

describe('an append', () => {
  test('carries the bytes as they are, for a revision or for a new stream', () => {
    const request = appended(3, '{"text":"é"}', '{}')
    expect(request.getIsFinal()).toBe(true)
    expect(request.getCorrelationId()!.getString()).toBe(ID)
    expect(Buffer.from(request.getOptions()!.getStreamIdentifier()!.getStreamName_asU8()).toString()).toBe('p:ledger')
    expect(request.getOptions()!.getStreamPosition()).toBe('3')
    const [first, second] = request.getProposedMessagesList()
    expect(Buffer.from(first!.getData_asU8()).toString()).toBe('{"text":"é"}')
    expect(first!.getId()!.getString()).toBe(ID)
    expect(
      first!
        .getMetadataMap()
        .toObject(false, undefined as never)
        .sort(),
    ).toEqual([
      ['content-type', 'application/json'],
      ['type', 'Noted'],
    ])
    expect(Buffer.from(second!.getData_asU8()).toString()).toBe('{}')
    expect(appended(0, '{}').getOptions()!.hasStreamPosition()).toBe(true)
    const options = appended(-1, '{}').getOptions()!
    expect([options.hasNoStream(), options.hasStreamPosition(), options.hasAny()]).toEqual([true, false, false])
  })

  test('is answered with a position beyond 2^53, or with a failure', () => {
    const id = new shared.UUID()
    const halves = new shared.UUID.Structured()
    halves.setMostSignificantBits(String(BigInt.asIntN(64, 0xf0e0d0c0b0a89080n)))
    halves.setLeastSignificantBits('1')
    id.setStructured(halves)
    const at = new shared.AllStreamPosition()
    at.setCommitPosition(PAST_DOUBLES)
    const success = new streams.BatchAppendResp.Success()
    success.setCurrentRevision('0')
    success.setPosition(at)
    const reply = new streams.BatchAppendResp()
    reply.setCorrelationId(id)
    reply.setSuccess(success)
    const written = appendReplyIn(Buffer.from(reply.serializeBinary()))
    expect(written).toEqual({ correlation: 1, success: { revision: 0, position: PAST_DOUBLES } })

    const failure = new status.Status()
    failure.setMessage('Server Is Busy')
    const refused = appendReplyIn(Buffer.from(new streams.BatchAppendResp().setError(failure).serializeBinary()))
    expect(refused.failure).toEqual({ message: 'Server Is Busy', type: '' })
  })
})

describe('a read', () => {
  test('of a stream asks for its versions, in either direction', () => {
    const forwards = asked(readStreamRequest('p:ledger', 0, 'forwards', 1))
    expect(forwards).toMatchObject({ stream: { revision: '0' }, readDirection: 0, count: '1', noFilter: {} })
    const backwards = asked(readStreamRequest('p:ledger', null, 'backwards'))
    expect(backwards).toMatchObject({ stream: { end: {} }, readDirection: 1, uuidOption: { string: {} } })
    expect(BigInt(backwards.count)).toBeGreaterThan(2n ** 52n)
  })

  test('of all streams asks for positions beyond 2^53, with a filter', () => {
    const filter = { stream: { prefixes: ['p:'] } }
    const position = { commitPosition: PAST_DOUBLES, preparePosition: PAST_DOUBLES }
    expect(asked(readAllRequest(PAST_DOUBLES, 'forwards', filter))).toMatchObject({
      all: { position },
      filter: { streamIdentifier: { prefixList: ['p:'] }, max: 10_000, checkpointintervalmultiplier: 1 },
    })
    expect(asked(readAllRequest(null, 'forwards', null))).toMatchObject({ all: { start: {} }, noFilter: {} })
    expect(asked(readAllRequest(null, 'backwards', null, 1))).toMatchObject({ all: { end: {} }, readDirection: 1 })
    const subscription = asked(subscribeRequest(PAST_DOUBLES, { stream: { regex: '^a' } }))
    expect(subscription).toMatchObject({
      all: { position },
      subscription: {},
      filter: { streamIdentifier: { regex: '^a' } },
    })
  })

  test('returns our events as they are stored', () => {
    const id = new shared.UUID()
    id.setString(ID)
    const name = new shared.StreamIdentifier()
    name.setStreamName(Buffer.from('p:ledger'))
    const record = new streams.ReadResp.ReadEvent.RecordedEvent()
    record.setId(id)
    record.setStreamIdentifier(name)
    record.setCommitPosition(PAST_DOUBLES)
    record.getMetadataMap().set('type', 'Noted')
    record.setData(Buffer.from('{"text":"é"}'))
    const event = new streams.ReadResp.ReadEvent()
    event.setEvent(record)
    const reply = new streams.ReadResp()
    reply.setEvent(event)
    const read = readReplyIn(Buffer.from(reply.serializeBinary()))
    expect(storedEvents([read], new StreamNames('p'))).toMatchObject([
      { stream: 'ledger', version: 0, position: PAST_DOUBLES, type: 'Noted', id: ID, body: '{"text":"é"}' },
    ])
    expect(storedEvents([read], new StreamNames('q'))).toEqual([])
    record.getMetadataMap().set('type', '$metadata')
    const ofTheSystem = readReplyIn(Buffer.from(reply.serializeBinary()))
    expect(storedEvents([ofTheSystem], new StreamNames('p'))).toEqual([])
  })
})
