import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../testing/product.ts'
import { StreamClient } from './client.ts'
import { HEARTBEAT } from './messages.ts'
import { readTopics } from './topics.ts'

const PIECE = Buffer.alloc(16_000, 'x')

describe('a client on a real connection', () => {
  let server: Server
  let near: Socket
  let far: Socket
  let client: StreamClient
  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const accepted = once(server, 'connection') as Promise<[Socket]>
    far = connect(typeof address === 'object' ? address!.port : 0, '127.0.0.1')
    far.on('error', () => undefined)
    near = (await accepted)[0]
    client = new StreamClient(near, readTopics('live')!, null, null, '127.0.0.1')
  })
  afterEach(() => {
    near.destroy()
    far.destroy()
    server.close()
  })

  /** Offers a thousand times what may be buffered for it. Returns whether the client took everything. */
  const offerMuch = () => {
    const from = client.seen
    return client.writeAll(Array.from({ length: 1_000 }, (_, n) => ({ bytes: PIECE, upTo: from + n + 1 })))
  }

  test('that does not read is owed little, and the rest is remembered as a number', async () => {
    far.pause()
    await until(() => !offerMuch())
    const told = client.seen
    expect(near.writableLength).toBeLessThanOrEqual(16_384 + PIECE.length)
    expect(offerMuch()).toBe(false)
    expect(client.seen).toBe(told)
  })

  test('that does not read is given up at the second heartbeat, and its connection is closed', async () => {
    far.pause()
    await until(() => !offerMuch())
    expect(client.beat(HEARTBEAT)).toBe(true)
    expect(client.beat(HEARTBEAT)).toBe(false)
    client.destroy()
    expect(near.destroyed).toBe(true)
    far.resume()
    await until(() => far.destroyed)
  })

  test('that reads again is given more', async () => {
    far.pause()
    await until(() => !offerMuch())
    expect(client.beat(HEARTBEAT)).toBe(true)
    far.resume()
    await until(() => client.canWrite())
    expect(client.beat(HEARTBEAT)).toBe(true)
    expect(client.beat(HEARTBEAT)).toBe(true)
  })

  test('that is ended gets its last message, then the end', async () => {
    let text = ''
    far.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    client.write(Buffer.from('one '))
    client.end(Buffer.from('last'))
    client.write(Buffer.from('more'))
    await until(() => far.destroyed)
    expect(text).toBe('one last')
  })
})
