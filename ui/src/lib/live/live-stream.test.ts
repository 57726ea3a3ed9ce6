import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Push } from '#services/contract/contract.ts'
import { LiveStream, type StreamState, WATCHDOG_MS } from './live-stream.ts'

/** A mock stream server: records requests, and sends what the test tells it to. */
function streamServer() {
  const requests: { url: string; headers: Headers }[] = []
  const controllers: ReadableStreamDefaultController<Uint8Array>[] = []
  const encoder = new TextEncoder()
  let respond: () => Response | Promise<Response> = open
  function open() {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void controllers.push(controller) })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  return {
    requests,
    fetch: (async (url: string | URL | Request, init?: RequestInit) => {
      requests.push({ url: String(url), headers: new Headers(init?.headers) })
      return respond()
    }) as typeof fetch,
    respondWith(status: number, body: object = {}) {
      respond = () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
    },
    acceptAgain() {
      respond = open
    },
    send(text: string) {
      controllers.at(-1)?.enqueue(encoder.encode(text))
    },
    end() {
      controllers.at(-1)?.close()
    },
  }
}

const hello = 'data: {"kind":"hello","clock":{"now":"2026-11-20T14:00:00.000Z","speed":1}}\n\n'
const reset = (id: string) => `id: ${id}\ndata: {"kind":"reset"}\n\n`

describe('the stream of pushes', () => {
  let server: ReturnType<typeof streamServer>
  let stream: LiveStream
  let states: StreamState[]
  let batches: Push[][]
  let refused: string[]
  let blocked: string[]
  let frames: (() => void)[]
  const settle = () => vi.advanceTimersByTimeAsync(60)
  const paint = () => {
    for (const frame of frames.splice(0)) frame()
  }

  beforeEach(() => {
    vi.useFakeTimers()
    server = streamServer()
    states = []
    batches = []
    refused = []
    blocked = []
    frames = []
    stream = new LiveStream({
      onPushes: (pushes) => batches.push(pushes),
      onState: (state) => states.push(state),
      onUnauthorized: (token) => refused.push(token),
      onBlocked: (token) => blocked.push(token),
      fetch: server.fetch,
      random: () => 1,
      scheduleFrame: (flush) => frames.push(flush),
    })
  })
  afterEach(() => {
    stream.close()
    vi.useRealTimers()
  })

  it('requests its topics with the token, and delivers once a frame', async () => {
    stream.listen(['me', 'live'], 'secret')
    await settle()
    expect(server.requests).toHaveLength(1)
    expect(new URL(server.requests[0]!.url).searchParams.get('topics')).toBe('live,me')
    expect(server.requests[0]!.headers.get('authorization')).toBe('Bearer secret')
    server.send(hello + reset('1'))
    await settle()
    expect(batches).toEqual([])
    paint()
    expect(batches.map((batch) => batch.map((one) => one.kind))).toEqual([['hello', 'reset']])
    expect(states).toEqual(['connecting', 'live'])
  })

  it('continues after the first games of the page, whoever is signed in', async () => {
    const other = new LiveStream({ onPushes: () => {}, fetch: server.fetch, since: '41' })
    other.listen(['live'], 'secret')
    await settle()
    expect(server.requests[0]!.headers.get('last-event-id')).toBe('41')
    other.close()
  })

  it('opens once for topics that change together, and not again for the same ones', async () => {
    stream.listen(['live'], null)
    stream.listen(['live', 'event:1'], null)
    await settle()
    stream.listen(['event:1', 'live'], null)
    await settle()
    expect(server.requests).toHaveLength(1)
    expect(new URL(server.requests[0]!.url).searchParams.get('topics')).toBe('event:1,live')
  })

  it('reconnects where it left off, waiting longer each time', async () => {
    stream.listen(['live'], null)
    await settle()
    server.send(reset('41'))
    await settle()
    server.end()
    await vi.advanceTimersByTimeAsync(999)
    expect(server.requests).toHaveLength(1)
    expect(states.at(-1)).toBe('delayed')
    server.respondWith(503)
    await vi.advanceTimersByTimeAsync(1)
    expect(server.requests).toHaveLength(2)
    expect(server.requests[1]!.headers.get('last-event-id')).toBe('41')
    await vi.advanceTimersByTimeAsync(1_999)
    expect(server.requests).toHaveLength(2)
    server.acceptAgain()
    await vi.advanceTimersByTimeAsync(1)
    expect(server.requests).toHaveLength(3)
    server.send(hello)
    await settle()
    expect(states.at(-1)).toBe('live')
  })

  it('treats silence as a lost connection, unless heartbeats arrive', async () => {
    stream.listen(['live'], null)
    await settle()
    server.send(hello)
    await vi.advanceTimersByTimeAsync(WATCHDOG_MS - 1_000)
    server.send(': heartbeat\n\n')
    await vi.advanceTimersByTimeAsync(WATCHDOG_MS - 1_000)
    expect(states.at(-1)).toBe('live')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(states.at(-1)).toBe('delayed')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.requests).toHaveLength(2)
  })

  it('has no connection while hidden, and catches up when shown', async () => {
    stream.listen(['live'], null)
    await settle()
    server.send(reset('7'))
    await settle()
    stream.setVisible(false)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(states.at(-1)).toBe('off')
    expect(server.requests).toHaveLength(1)
    stream.setVisible(true)
    await settle()
    expect(server.requests).toHaveLength(2)
    expect(server.requests[1]!.headers.get('last-event-id')).toBe('7')
  })

  describe('replaced by a newer one', () => {
    const closed = 'data: {"kind":"closed","reason":"too-many-streams"}\n\n'
    beforeEach(async () => {
      stream.listen(['live'], null)
      await settle()
      server.send(reset('7') + closed)
      await settle()
      server.end()
    })

    it('stays closed, and is paused', async () => {
      await vi.advanceTimersByTimeAsync(3_600_000)
      expect(server.requests).toHaveLength(1)
      expect(states).toEqual(['connecting', 'live', 'paused'])
      paint()
      expect(batches.flat().map((one) => one.kind)).toEqual(['reset'])
    })

    it('reopens where it left off when the tab is focused', async () => {
      stream.resume()
      await settle()
      expect(server.requests).toHaveLength(2)
      expect(server.requests[1]!.headers.get('last-event-id')).toBe('7')
      server.send(hello)
      await settle()
      expect(states.at(-1)).toBe('live')
      stream.resume()
      await settle()
      expect(server.requests).toHaveLength(2)
    })

    it('reopens when the tab is hidden and shown', async () => {
      stream.setVisible(false)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(server.requests).toHaveLength(1)
      stream.setVisible(true)
      await settle()
      expect(server.requests).toHaveLength(2)
    })

    it('reopens for the topics of another page', async () => {
      stream.listen(['event:1'], null)
      await settle()
      expect(server.requests).toHaveLength(2)
    })
  })

  it('does not retry sooner when the tab is focused', async () => {
    server.respondWith(503)
    stream.listen(['live'], null)
    await settle()
    stream.resume()
    await vi.advanceTimersByTimeAsync(900)
    expect(server.requests).toHaveLength(1)
  })

  it('forgets the event id of another visitor', async () => {
    stream.listen(['me'], 'ada')
    await settle()
    server.send(reset('7'))
    await settle()
    stream.listen(['me'], 'grace')
    await settle()
    expect(server.requests[1]!.headers.has('last-event-id')).toBe(false)
    expect(server.requests[1]!.headers.get('authorization')).toBe('Bearer grace')
  })

  it('reports a refused token', async () => {
    server.respondWith(401)
    stream.listen(['me'], 'old')
    await settle()
    expect(refused).toEqual(['old'])
  })

  it('reports a token whose account is blocked', async () => {
    server.respondWith(403, { code: 'password_change_required' })
    stream.listen(['me'], 'new')
    await settle()
    expect(blocked).toEqual([])
    server.respondWith(403, { code: 'account_blocked' })
    stream.listen(['me'], 'old')
    await settle()
    expect([blocked, refused]).toEqual([['old'], []])
  })

  it('ignores anything that is not a push', async () => {
    stream.listen(['live'], null)
    await settle()
    server.send('data: not json\n\ndata: 42\n\n')
    server.send(reset('1'))
    await settle()
    paint()
    expect(batches.flat().map((one) => one.kind)).toEqual(['reset'])
  })
})
