import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestProduct, type TestProduct, until } from '../../testing/product.ts'

describe('GET /api/stream, more often than allowed', () => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startTestProduct({ settings: { STREAMS_PER_SESSION: 2, STREAMS_PER_ADDRESS: 4 } })
  })
  afterAll(() => product.close())

  /** Sends bytes on a separate connection, and reads replies as they come until the server ends it. */
  function connection(request: string) {
    const socket = connect(Number(new URL(product.origin).port), '127.0.0.1')
    const received = { text: '', ended: false, socket }
    socket.setEncoding('utf8')
    socket.on('data', (text) => {
      received.text += text
    })
    socket.on('close', () => {
      received.ended = true
    })
    socket.write(request)
    return received
  }
  const asking = (token?: string) =>
    `GET /api/stream?topics=live HTTP/1.1\r\nHost: localhost\r\n${token ? `Authorization: Bearer ${token}\r\n` : ''}\r\n`
  const opened = async (token?: string) => {
    const stream = connection(asking(token))
    await until(() => stream.text.includes('"hello"'))
    return stream
  }

  test('the oldest stream of the session is told why, and ends', async () => {
    const { token } = await product.signUp()
    const streams = [await opened(token), await opened(token), await opened(token)]
    await until(() => streams[0]!.ended)
    expect(streams[0]!.text.trimEnd().split('\n').at(-1)).toBe('data: {"kind":"closed","reason":"too-many-streams"}')
    expect(streams.slice(1).map(({ ended }) => ended)).toEqual([false, false])
    for (const { socket } of streams) socket.destroy()
    await until(() => product.services.hub.size === 0)
  })

  test('at an address, streams of the session that holds most give way', async () => {
    const { token } = await product.signUp()
    const bettor = await opened(token)
    const strangers = [await opened(), await opened(), await opened(), await opened(), await opened()]
    await until(() => strangers[0]!.ended && strangers[1]!.ended)
    expect(bettor.ended).toBe(false)
    expect(product.services.hub.size).toBe(4)
    for (const { socket } of [bettor, ...strangers]) socket.destroy()
    await until(() => product.services.hub.size === 0)
  })

  test('a flood is told to come back later', async () => {
    const replies = await Promise.all(Array.from({ length: 60 }, () => product.call('/api/stream?topics=nonsense')))
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]!.body.code).toBe('rate_limited')
    expect(refused[0]!.headers.get('retry-after')).toBe('1')
    await until(async () => (await product.call('/api/stream?topics=nonsense')).status === 400)
  })

  test('a stream pipelined behind another request is refused', async () => {
    // the first request waits for the database
    const both = connection(`GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n${asking()}`)
    await until(() => both.text.includes('connection of its own'))
    expect(product.services.hub.size).toBe(0)
    both.socket.destroy()
  })

  test('a client that left during its session lookup is not counted', async () => {
    const { hub, sessions, pool } = product.services
    const { token } = await product.signUp()
    // the session is forgotten, so that the lookup queries the database, which is delayed
    sessions.onNotification(null)
    const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
    const answer = Promise.withResolvers<void>()
    const slow = vi.spyOn(pool, 'query').mockImplementation(async (...args: unknown[]) => {
      await answer.promise
      return query(...args)
    })
    const gone = connection(asking(token))
    await until(() => slow.mock.calls.length > 0)
    gone.socket.resetAndDestroy()
    await until(() => gone.ended)
    // anything that the server receives now came after that
    for (let n = 0; n < 3; n++) await product.call('/api/clock')
    const opened = vi.spyOn(hub, 'open')
    answer.resolve()
    slow.mockRestore()
    const other = await sessions.find(token)
    expect(other).not.toBeNull()
    await product.call('/api/clock')
    expect(hub.size).toBe(0)
    expect(opened).not.toHaveBeenCalled()
    opened.mockRestore()
  })

  test('a stream consists of its events in plain bytes', async () => {
    const stream = await opened()
    const [head = '', ...events] = stream.text.split('\r\n\r\n')
    expect(head.toLowerCase()).not.toContain('transfer-encoding')
    expect(head.toLowerCase()).toContain('connection: close')
    expect(events.join()).toMatch(/^id: \S+\nevent: message\ndata: \{"kind":"hello".*\n\n$/)
    stream.socket.destroy()
  })
})
