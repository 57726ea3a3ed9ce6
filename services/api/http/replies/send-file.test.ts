// A file is read while it is sent; these tests end that at different points.
import { connect } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { until } from '../../testing/product.ts'
import type { Api } from '../api.ts'
import { answerInTime, createDeadline } from '../deadline.ts'
import { sendFile } from './send-file.ts'

const FILE = { type: 'application/jsonl', name: 'lines.jsonl' } as const

let app: FastifyInstance
/** How often the source of the file was closed. */
let closed: number
beforeEach(() => {
  app = fastify()
  closed = 0
})
afterEach(() => app.close())

async function* parts(count: number, failsAt = Number.POSITIVE_INFINITY): AsyncGenerator<string> {
  try {
    for (let n = 0; n < count; n++) {
      if (n === failsAt) throw new Error('the database is gone')
      yield `${n}\n`
    }
  } finally {
    closed += 1
  }
}
const serve = (send: (reply: FastifyReply) => Promise<unknown>) => app.get('/', async (_, reply) => send(reply))

test('has its name and type, and all of its parts', async () => {
  serve((reply) => sendFile(reply, FILE, parts(3)))
  const { statusCode, headers, body } = await app.inject('/')
  expect([statusCode, headers['content-type'], body]).toEqual([200, 'application/jsonl; charset=utf-8', '0\n1\n2\n'])
  expect(headers['content-disposition']).toBe('attachment; filename="lines.jsonl"')
  await until(() => closed === 1)
})

test('is sent completely even if that takes longer than the deadline of a reply', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const deadline = createDeadline(100)
    answerInTime(app as unknown as Api, deadline)
    async function* slow() {
      yield 'begun\n'
      // lets the deadline check run
      vi.advanceTimersByTime(1_000)
      yield 'ended\n'
    }
    serve((reply) => sendFile(reply, FILE, slow()))
    const { statusCode, body } = await app.inject('/')
    expect([statusCode, body]).toEqual([200, 'begun\nended\n'])
    deadline.close()
  } finally {
    vi.useRealTimers()
  }
})

test('a failure before the first part is answered like any other', async () => {
  serve((reply) => sendFile(reply, FILE, parts(3, 0)))
  const { statusCode, headers } = await app.inject('/')
  expect([statusCode, headers['content-type']]).toEqual([500, 'application/json; charset=utf-8'])
  expect(closed).toBe(1)
})

test('nothing more is read if the request was answered before the first part', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  serve(async (reply) => {
    const sent = sendFile(reply, FILE, parts(3))
    reply.code(503).send({ code: 'unavailable' })
    await sent
    end()
    return reply
  })
  expect((await app.inject('/')).statusCode).toBe(503)
  await ended
  expect(closed).toBe(1)
})

test('nothing more is read if the client has disconnected', async () => {
  const { promise: isAway, resolve: leave } = Promise.withResolvers<void>()
  async function* waiting() {
    try {
      // the client disconnects before the first part is sent
      await isAway
      yield* parts(1_000)
    } finally {
      closed += 1
    }
  }
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  serve(async (reply) => {
    reply.raw.once('close', leave)
    await sendFile(reply, FILE, waiting())
    end()
    return reply
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), '127.0.0.1', () => {
    socket.write('GET / HTTP/1.1\r\nHost: fairbook\r\n\r\n')
    setImmediate(() => socket.destroy())
  })
  await ended
  await until(() => closed === 2)
})
