// Our own connection to a node, tested against the library's server and against servers that break the protocol.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServerCredentials, status } from '@grpc/grpc-js'
import { afterEach, describe, expect, test } from 'vitest'
import { hasOpenssl, makeCertificate } from '#tests/tls-proxy.ts'
import { StoreUnavailable } from '../../port.ts'
import { fakeNode } from '../testing/fake-node.ts'
import { lossyProxy } from '../testing/lossy-proxy.ts'
import { CallFailure } from '../wire/failures.ts'
import type { ReadCall } from '../wire/protocol.ts'
import type { ReadReply } from '../wire/replies.ts'
import { readAllRequest } from '../wire/requests.ts'
import { Channel } from './channel.ts'
import { parseConnectionString } from './connection-string.ts'

const SOON_MS = 30_000
const ASKED = readAllRequest(null, 'forwards', null)
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function node(...behaviour: Parameters<typeof fakeNode>) {
  const one = await fakeNode(...behaviour)
  closing.push(() => one.close())
  return one
}

async function open(url: string) {
  const target = parseConnectionString(url)
  const channel = await Channel.open(target.addresses[0]!, target, SOON_MS)
  closing.push(() => channel.close())
  return channel
}

const opened = (address: string, settings = '') => open(`esdb://${address}?tls=false${settings}`)

/** All replies, and the failure that the call ended with. */
function taken(call: ReadCall): Promise<{ replies: ReadReply[]; failure: Error | null }> {
  const replies: ReadReply[] = []
  call.on('data', (reply) => replies.push(reply))
  return new Promise((resolve) => {
    call.on('end', () => resolve({ replies, failure: null }))
    call.on('error', (failure) => resolve({ replies, failure }))
  })
}

const recorded = (position: number, bytes: number) => ({
  resolved: {
    event: { stream: { utf8: Buffer.from('s') }, position: String(position), data: Buffer.alloc(bytes, 'x') },
  },
})

/** A bare HTTP/2 server without gRPC. */
async function bareServer(reply: (stream: ServerHttp2Stream) => void): Promise<string> {
  const server: Http2Server = createServer()
  const sessions: { destroy(): void }[] = []
  server.on('session', (session) => sessions.push(session))
  server.on('stream', (stream) => {
    stream.on('error', () => undefined)
    reply(stream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const session of sessions) session.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('a channel', () => {
  test('brings replies of any size, in order, and their end', async () => {
    const sizes = [0, 10, 5_000_000, 70_000, 1]
    const { address } = await node({
      read(call) {
        for (const [at, size] of sizes.entries()) call.write(recorded(at + 1, size))
        call.end()
      },
    })
    const { replies, failure } = await taken((await opened(address)).read(ASKED))
    expect(failure).toBeNull()
    expect(replies.map((reply) => [reply?.position, reply?.data.length])).toEqual(
      sizes.map((size, at) => [String(at + 1), size]),
    )
  })

  test('sends the requests of one turn in one piece, in order', async () => {
    const pieces: string[] = []
    const address = await bareServer((stream) => stream.on('data', (piece: Buffer) => pieces.push(piece.toString())))
    const call = (await opened(address)).append()
    call.on('error', () => undefined)
    for (const request of ['a', 'b', 'c']) call.write(Buffer.from(request))
    await expect.poll(() => pieces).toEqual(['abc'])
    call.write(Buffer.from('d'))
    await expect.poll(() => pieces).toEqual(['abc', 'd'])
  })

  test('holds the server back while a call is paused', async () => {
    let sent = 0
    const { address } = await node({
      async read(call) {
        for (let held = false; !held && sent < 10_000; ) held = !call.write(recorded(++sent, 10_000))
      },
    })
    const call = (await opened(address)).read(ASKED)
    let received = 0
    call.on('error', () => undefined)
    call.on('data', () => {
      received += 1
      call.pause()
    })
    await expect.poll(() => received).toBeGreaterThan(0)
    expect(received).toBeLessThan(20)
    expect(sent).toBeLessThan(1_000)
    call.resume()
    await expect.poll(() => received).toBeGreaterThan(1)
  })

  test("reports the server's status at the end", async () => {
    const { address } = await node({
      read(call) {
        call.write(recorded(1, 1))
        call.emit('error', { code: status.UNKNOWN, details: 'ReadAllResult: é %' })
      },
    })
    const { replies, failure } = await taken((await opened(address)).read(ASKED))
    expect(replies).toHaveLength(1)
    expect(failure).toMatchObject({ code: status.UNKNOWN, details: 'ReadAllResult: é %' })
  })

  test('reports nothing of a call that was cancelled, and ends it on the server', async () => {
    const cancelled = Promise.withResolvers<void>()
    const { address } = await node({
      read(call) {
        call.on('cancelled', () => cancelled.resolve())
        call.write(recorded(1, 1))
      },
    })
    const call = (await opened(address)).read(ASKED)
    const told: unknown[] = []
    call.on('error', (error) => told.push(error))
    call.on('end', () => told.push('end'))
    await new Promise<void>((resolve) => call.on('data', () => resolve()))
    call.cancel()
    await cancelled.promise
    expect(told).toEqual([])
  })

  test.each([
    [
      'a page of a proxy',
      (stream: ServerHttp2Stream) => {
        stream.respond({ ':status': 502 })
        stream.end('<html>')
      },
    ],
    [
      'what is no reply',
      (stream: ServerHttp2Stream) => {
        stream.respond({ ':status': 200 })
        stream.write(Buffer.from([0, 0, 0, 0, 1, 0x0b]))
      },
    ],
    [
      'a compressed reply',
      (stream: ServerHttp2Stream) => {
        stream.respond({ ':status': 200 })
        stream.write(Buffer.from([1, 0, 0, 0, 1, 0]))
      },
    ],
    [
      'an end without a status',
      (stream: ServerHttp2Stream) => {
        stream.respond({ ':status': 200 })
        stream.end()
      },
    ],
    ['a reset', (stream: ServerHttp2Stream) => stream.close(2)],
    ['the end of the connection', (stream: ServerHttp2Stream) => stream.session!.destroy()],
  ])('fails if the reply is %s', async (_, reply) => {
    const call = (await opened(await bareServer(reply))).read(ASKED)
    const { replies, failure } = await taken(call)
    expect(replies).toEqual([])
    expect(failure).toBeInstanceOf(CallFailure)
  })

  test('starts no call once it is closed', async () => {
    const { address } = await node()
    const channel = await opened(address)
    channel.close()
    expect(() => channel.read(ASKED)).toThrow(StoreUnavailable)
    expect(() => channel.append()).toThrow(StoreUnavailable)
  })

  test('is not opened if nobody answers, or the other side does not speak HTTP/2', async () => {
    const silent = createTcpServer()
    const speaking = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.write('220 mail ready\r\n')
    })
    for (const server of [silent, speaking]) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      closing.push(() => server.close())
    }
    const target = parseConnectionString('esdb://there?tls=false')
    for (const server of [silent, speaking]) {
      const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
      await expect(Channel.open(address, target, 100)).rejects.toThrow(StoreUnavailable)
    }
  })

  test.skipIf(!hasOpenssl)('trusts only a server with the certificate of its connection string', async () => {
    const { key, cert } = makeCertificate()
    const folder = mkdtempSync(join(tmpdir(), 'fairbook-tls-'))
    closing.push(() => rmSync(folder, { recursive: true }))
    const authority = join(folder, 'authority.pem')
    writeFileSync(authority, cert)
    const pair = { private_key: Buffer.from(key), cert_chain: Buffer.from(cert) }
    const { address, calls } = await node({}, ServerCredentials.createSsl(null, [pair]))
    const channel = await open(`esdb://me:secret@${address}?tlsCAFile=${encodeURIComponent(authority)}`)
    expect(await taken(channel.read(ASKED))).toEqual({ replies: [], failure: null })
    expect(calls[0]!.get('authorization')).toEqual([`Basic ${Buffer.from('me:secret').toString('base64')}`])
    await expect(open(`esdb://me:secret@${address}`)).rejects.toThrow(StoreUnavailable)
  })

  test('is closed if the other side stops answering pings', async () => {
    let pings = 0
    const address = await bareServer((stream) => void stream.session!.on('ping', () => pings++))
    const proxy = await lossyProxy(`esdb://${address}?tls=false`)
    closing.push(() => proxy.close())
    const channel = await open(`${proxy.url}&keepAliveInterval=20&keepAliveTimeout=3000`)
    let failure: Error | null = null
    channel.read(ASKED).on('error', (error) => {
      failure = error
    })
    await expect.poll(() => pings).toBeGreaterThan(3)
    expect(failure).toBeNull()
    proxy.setSilent(true)
    await expect.poll(() => failure, { timeout: SOON_MS }).toMatchObject({ code: status.UNAVAILABLE })
    expect(() => channel.read(ASKED)).toThrow(StoreUnavailable)
  })
})
