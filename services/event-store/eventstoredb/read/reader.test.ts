import { expect, test } from 'vitest'
import type { ReadReply } from '../wire/replies.ts'
import { StreamNames } from '../wire/stream-names.ts'
import type { PagedRead } from './paged-read.ts'
import { Reader } from './reader.ts'

function replyWith(stream: string, position: string): ReadReply {
  return { stream, revision: 0, position, type: 'Noted', id: '', data: Buffer.from('{}') }
}

/** A server that has sent what was asked for, and keeps searching through the events of others. */
function readerOver(replies: readonly ReadReply[]) {
  const told = { cancelled: 0 }
  const start = (_: Buffer): Pick<PagedRead, 'pages'> => ({
    async *pages() {
      try {
        yield [...replies]
        await new Promise(() => undefined)
      } finally {
        told.cancelled += 1
      }
    },
  })
  return { told, reader: new Reader(new StreamNames('p'), start as (request: Buffer) => PagedRead, 1_000) }
}

test('a read does not wait beyond the events that were asked for', async () => {
  const { reader, told } = readerOver([replyWith('p:ledger', '7')])
  expect(await reader.lastOfAll()).toMatchObject({ stream: 'ledger', position: '7' })
  expect(await reader.last('ledger')).toMatchObject({ stream: 'ledger', position: '7' })
  expect(await reader.at('7')).toMatchObject({ stream: 'ledger' })
  expect(await reader.events('ledger', 0, 1)).toHaveLength(1)
  // the rest of each read is cancelled
  expect(told.cancelled).toBe(4)
})
