import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { expect, test } from 'vitest'
import type { ReadMessage, ReadReply } from './messages.ts'
import { Names } from './names.ts'
import type { Pull } from './pull.ts'
import { Reader } from './reader.ts'

function replyWith(stream: string, position: string): ReadReply {
  const name = new shared.StreamIdentifier()
  name.setStreamName(Buffer.from(stream))
  const record = new streams.ReadResp.ReadEvent.RecordedEvent()
  record.setStreamIdentifier(name)
  record.setStreamRevision('0')
  record.setCommitPosition(position)
  record.getMetadataMap().set('type', 'Noted')
  record.setData(Buffer.from('{}'))
  const event = new streams.ReadResp.ReadEvent()
  event.setEvent(record)
  const reply = new streams.ReadResp()
  reply.setEvent(event)
  return reply
}

/** A server that has told what was asked for, and goes on looking through what others wrote. */
function readerOver(replies: readonly ReadReply[]) {
  const told = { cancelled: 0 }
  const begin = (_: ReadMessage): Pick<Pull, 'next' | 'cancel'> => {
    const pages = [[...replies]].values()
    return {
      next: async () => pages.next().value ?? new Promise(() => undefined),
      cancel: () => {
        told.cancelled += 1
      },
    }
  }
  return { told, reader: new Reader(new Names('p'), begin as (message: ReadMessage) => Pull, 1_000) }
}

test('an answer is not waited for beyond the events that were asked for', async () => {
  const { reader, told } = readerOver([replyWith('p:ledger', '7')])
  expect(await reader.lastOfAll()).toMatchObject({ stream: 'ledger', position: '7' })
  expect(await reader.last('ledger')).toMatchObject({ stream: 'ledger', position: '7' })
  expect(await reader.at('7')).toMatchObject({ stream: 'ledger' })
  expect(await reader.events('ledger', 0, 1)).toHaveLength(1)
  // what is still under way is ended
  expect(told.cancelled).toBe(4)
})
