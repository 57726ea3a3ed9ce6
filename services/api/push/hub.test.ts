import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AUDIT_KINDS, Push, type TickerBet, type User } from '#services/contract/contract.ts'
import { createTestBoard } from '../testing/board.ts'
import { newId } from '../testing/product.ts'
import { StreamClient } from './client.ts'
import { createHub, type Hub } from './hub.ts'
import { readTopics } from './topics.ts'

const now = () => new Date()
const TOKEN = 'x'.repeat(43)
/** The account whose session lookup never returns. */
const SILENT = 'y'.repeat(43)
const session = {
  id: 's',
  accountId: newId(),
  username: 'anna',
  role: 'user' as const,
  commitment: 'c',
  ip: '127.0.0.1',
}
const user: User = {
  id: session.accountId,
  username: 'anna',
  balance: '1.00',
  is_admin: false,
  is_blocked: false,
}

describe('the hub', () => {
  let board: ReturnType<typeof createTestBoard>
  let hub: Hub
  let alive = true
  let users = 0
  /** Tells the hub that sessions may have ended. */
  let ended = () => {}
  let lookedUp = 0
  /** Newest first. */
  let placed: TickerBet[] = []
  beforeEach(() => {
    vi.useFakeTimers()
    alive = true
    users = 0
    lookedUp = 0
    placed = []
    board = createTestBoard(now)
    hub = createHub({
      board,
      sessions: {
        find: (token) => {
          lookedUp += 1
          return token === SILENT ? new Promise(() => undefined) : Promise.resolve(alive ? session : null)
        },
        onEnded: (listener) => {
          ended = listener
          return () => undefined
        },
      },
      clock: { businessNow: now, speed: 1 },
      users: async () => {
        users += 1
        return new Map([[user.id, user]])
      },
      newestBets: async (after) => placed.filter(({ number }) => number > after),
      token: (position) => position,
      limits: { perSession: 3, perAddress: 5 },
    })
  })
  afterEach(() => {
    hub.stop()
    vi.useRealTimers()
  })

  type Joining = { buffered?: number; last?: string | null; token?: string | null; id?: string; network?: string }
  function join(
    topics: string,
    { buffered = 0, last = null, token = TOKEN, id = newId(), network = id }: Joining = {},
  ) {
    const chunks: Buffer[] = []
    const socket = {
      writableLength: buffered,
      write: (bytes: Buffer) => {
        chunks.push(bytes)
        return true
      },
      destroySoon: vi.fn(),
      destroy: vi.fn(),
    }
    const who = token === null ? null : { ...session, id }
    const client = new StreamClient(socket as never, readTopics(topics)!, token, who, network)
    hub.open(client, last)
    const texts = () => chunks.map(String)
    const pushes = () =>
      texts()
        .join('')
        .split('\n\n')
        .flatMap((block) => /^data: (.*)$/m.exec(block)?.[1] ?? [])
        .map((json) => Push.parse(JSON.parse(json)))
    return { client, socket, chunks, texts, pushes }
  }
  const at = (number: number) => ({ position: `${number}`, hash: '', number })
  const kinds = (pushes: Push[]) => pushes.map((push) => push.kind)

  test('beats every 15 seconds', async () => {
    const { texts } = join('live')
    await vi.advanceTimersByTimeAsync(14_900)
    expect(texts().filter((text) => text.startsWith(':'))).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(15_100)
    expect(texts().filter((text) => text === ': \n\n')).toHaveLength(2)
  })

  test('a heartbeat ends a stream whose session has ended', async () => {
    const { socket } = join('live')
    alive = false
    await vi.advanceTimersByTimeAsync(15_000)
    expect(socket.destroySoon).toHaveBeenCalledOnce()
    expect(hub.size).toBe(0)
  })

  test('many ended sessions announced together are looked up once', async () => {
    const { socket } = join('live')
    alive = false
    for (let n = 0; n < 100; n++) ended()
    await vi.advanceTimersByTimeAsync(0)
    expect([lookedUp, hub.size]).toEqual([1, 0])
    expect(socket.destroySoon).toHaveBeenCalledOnce()
  })

  test('an end announced after the others were looked up is looked up as well', async () => {
    join('live')
    ended()
    await vi.advanceTimersByTimeAsync(0)
    expect([lookedUp, hub.size]).toEqual([1, 1])
    alive = false
    ended()
    await vi.advanceTimersByTimeAsync(0)
    expect(hub.size).toBe(0)
  })

  test('a session lookup that hangs delays nobody else', async () => {
    join('live', { token: SILENT })
    const { socket } = join('live')
    alive = false
    await vi.advanceTimersByTimeAsync(15_000)
    expect(socket.destroySoon).toHaveBeenCalledOnce()
    expect(hub.size).toBe(1)
  })

  test('a busy client gets the latest state when it has caught up', async () => {
    const { socket, pushes } = join('live', { buffered: 1_000_000 })
    const id = newId()
    for (let n = 2; n < 30; n++) {
      board.put({ id, prices: { home: { odds: `${n}.00` }, away: { odds: '2.00' } } })
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(kinds(pushes())).toEqual(['hello'])
    socket.writableLength = 0
    await vi.advanceTimersByTimeAsync(100)
    expect(pushes().slice(1)).toMatchObject([{ kind: 'game', game: { id, odds: { home: 29 } } }])
  })

  test('a client that missed too much fetches everything again', async () => {
    const { socket, pushes } = join('live', { buffered: 1_000_000 })
    for (let n = 0; n < 500; n++) board.put({ id: newId() })
    socket.writableLength = 0
    await vi.advanceTimersByTimeAsync(100)
    expect(kinds(pushes())).toEqual(['hello', 'reset'])
    board.put({ id: newId() })
    await vi.advanceTimersByTimeAsync(100)
    expect(kinds(pushes())).toEqual(['hello', 'reset', 'game'])
  })

  test('an announcement names the newest position, whatever read models catch up meanwhile', async () => {
    const { pushes } = join('me')
    await vi.advanceTimersByTimeAsync(100)
    const projected = async (...numbers: number[]) => {
      for (const number of numbers) hub.projected({ ...at(number), accounts: [user.id], fixtures: [] })
      await vi.advanceTimersByTimeAsync(100)
      const told = pushes().at(-1)
      return told?.kind === 'bets' && told.position
    }
    expect(await projected(9)).toBe('9')
    // another read model folds what these already have, and is then swapped for a rebuilt one
    expect(await projected(10, 6)).toBe('10')
    expect(await projected(7)).toBe('10')
    hub.projected({ ...at(8), all: true })
    expect(await projected(8)).toBe('10')
    expect(await projected(11)).toBe('11')
  })

  test('reads a balance once for any number of changes in a short time, and only for its owner', async () => {
    const { pushes } = join('me')
    await vi.advanceTimersByTimeAsync(100)
    expect(users).toBe(1)
    for (let n = 0; n < 50; n++) hub.projected({ ...at(n), accounts: [user.id], fixtures: [] })
    hub.projected({ ...at(50), accounts: [newId()], fixtures: [] })
    await vi.advanceTimersByTimeAsync(100)
    expect(users).toBe(2)
    expect(pushes().at(-2)).toMatchObject({ kind: 'account', user: { balance: '1.00' }, position: '50' })
    expect(pushes().at(-1)).toEqual({ kind: 'bets', topic: 'me', position: '50' })
    hub.projected({ ...at(51), accounts: [newId()], fixtures: [] })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(users).toBe(2)
  })

  const bet = (number: number): TickerBet => ({
    ...{ id: `bet ${number}`, number, at: now().toISOString(), userId: newId(), username: 'anna' },
    ...{ stake: 1, odds: 2, potentialWin: 2, legs: [], isBig: false },
  })
  const place = (number: number) => {
    placed.unshift(bet(number))
    hub.projected({ ...at(number), all: true })
  }
  const told = (pushes: Push[]) =>
    pushes.flatMap((push) => (push.kind === 'placed' ? [push.bets.map(({ number }) => number)] : []))

  test('tells followers of bets of each new bet once, of earlier ones when they connect, and nobody else', async () => {
    place(7)
    place(9)
    const { pushes } = join('ticker')
    const others = join('admin,me,live')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(told(pushes())).toEqual([[9, 7]])
    place(12)
    await vi.advanceTimersByTimeAsync(100)
    for (let n = 20; n < 30; n++) place(n)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(told(pushes()).flat()).toHaveLength(13)
    expect(new Set(told(pushes()).flat()).size).toBe(13)
    expect(told(pushes()).length).toBeLessThanOrEqual(4)
    expect(told(others.pushes())).toEqual([])
  })

  test('tells a slow follower of bets only of the newest, and keeps no more', async () => {
    const slow = join('ticker', { buffered: 1_000_000 })
    for (let n = 1; n <= 200; n++) {
      place(n)
      if (n % 10 === 0) await vi.advanceTimersByTimeAsync(100)
    }
    expect(told(slow.pushes())).toEqual([])
    slow.socket.writableLength = 0
    await vi.advanceTimersByTimeAsync(1_000)
    expect(told(slow.pushes())).toEqual([Array.from({ length: 50 }, (_, n) => 200 - n)])
  })

  test('tells admins at most once a second', async () => {
    const { pushes } = join('admin')
    for (let n = 0; n < 30; n++) {
      hub.projected({ ...at(n), all: true })
      await vi.advanceTimersByTimeAsync(100)
    }
    const told = pushes().filter((push) => push.kind === 'admin').length
    expect(told).toBeGreaterThanOrEqual(3)
    expect(told).toBeLessThanOrEqual(4)
  })

  test('tells admins of the kinds of the events, each kind once', async () => {
    const { pushes } = join('admin')
    const changed = () => pushes().flatMap((push) => (push.kind === 'admin' ? [push.changed] : []))
    const happen = (...types: string[]) => hub.projected({ ...at(1), types, accounts: [], fixtures: [] })
    await vi.advanceTimersByTimeAsync(1_100)
    expect(changed()).toEqual([AUDIT_KINDS])
    happen('NoteAdded')
    happen('BetPlaced', 'BetPlaced')
    happen('SettingsSet')
    await vi.advanceTimersByTimeAsync(1_100)
    hub.personChanged(newId())
    await vi.advanceTimersByTimeAsync(1_100)
    happen('OfANewerVersion')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(changed().slice(1)).toEqual([['desk', 'bets'], ['people'], AUDIT_KINDS])
  })

  test('news of trailing read models goes to the back office alone, and never moves a position back', async () => {
    const bettor = join('me')
    const { pushes } = join('admin')
    await vi.advanceTimersByTimeAsync(1_100)
    const before = bettor.pushes().length
    hub.trailed({ types: ['BetPlaced'] })
    await vi.advanceTimersByTimeAsync(1_100)
    expect(pushes().flatMap((push) => (push.kind === 'admin' ? [push.changed] : []))).toEqual([AUDIT_KINDS, ['bets']])
    expect(bettor.pushes()).toHaveLength(before)
  })

  test('after a gap all clients fetch again', async () => {
    const { pushes } = join('live,me')
    await vi.advanceTimersByTimeAsync(100)
    hub.missed()
    await vi.advanceTimersByTimeAsync(100)
    expect(kinds(pushes())).toEqual(['hello', 'account', 'bets', 'account', 'bets', 'reset'])
  })

  test('a game’s change is serialized once and its bytes are shared, however many follow it', async () => {
    const id = newId()
    const live = Array.from({ length: 100 }, () => join('live'))
    const following = Array.from({ length: 100 }, () => join(`event:${id}`))
    const written = vi.fn()
    const game = board.game.bind(board)
    board.game = (fixture) => {
      const shown = game(fixture)
      return shown === null
        ? null
        : Object.assign(shown, {
            toJSON() {
              written()
              return { ...shown }
            },
          })
    }
    board.put({ id })
    await vi.advanceTimersByTimeAsync(200)
    expect(written).toHaveBeenCalledOnce()
    for (const clients of [live, following]) {
      expect(clients.every(({ chunks }) => chunks.length === 2)).toBe(true)
      expect(new Set(clients.map(({ chunks }) => chunks[1])).size).toBe(1)
    }
  })

  test('all streams of a session share one read of its balance, and its bytes', async () => {
    const mine = Array.from({ length: 3 }, () => join('me', { id: 'one' }))
    await vi.advanceTimersByTimeAsync(100)
    expect(users).toBe(1)
    expect(new Set(mine.map(({ chunks }) => chunks[1])).size).toBe(1)
    expect(kinds(mine[0]!.pushes())).toEqual(['hello', 'account', 'bets'])
  })

  test('a client that does not read is dropped, one that is merely slow is not', async () => {
    const stuck = join('live', { buffered: 1_000_000 })
    const slow = join('live', { buffered: 1_000_000 })
    await vi.advanceTimersByTimeAsync(15_000)
    slow.socket.writableLength = 0
    board.put({ id: newId() })
    await vi.advanceTimersByTimeAsync(1_000)
    slow.socket.writableLength = 1_000_000
    await vi.advanceTimersByTimeAsync(14_000)
    expect(stuck.socket.destroy).toHaveBeenCalled()
    expect(slow.socket.destroy).not.toHaveBeenCalled()
    expect(hub.size).toBe(1)
    // neither was sent a heartbeat that would wait with the rest
    expect(stuck.chunks).toHaveLength(1)
  })

  test('what waits for a client is bounded, whatever it missed', async () => {
    const reading = join('live')
    const stuck = join('live')
    const length = () => stuck.chunks.reduce((sum, { length }) => sum + length, 0)
    const write = stuck.socket.write
    stuck.socket.write = (bytes) => {
      stuck.socket.writableLength += bytes.length
      return write(bytes)
    }
    const league = 'x'.repeat(3_000)
    for (let round = 0; round < 20; round++) {
      for (let n = 0; n < 10; n++) board.put({ id: newId(), league })
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(reading.pushes()).toHaveLength(201)
    expect(length()).toBeLessThan(40_000)
  })

  test('clients that are slow at times know the latest of every game in the end', async () => {
    const ids = Array.from({ length: 6 }, newId)
    const step = fc.record({
      game: fc.nat(5),
      odds: fc.integer({ min: 2, max: 99 }),
      wait: fc.nat(150),
      ready: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), fc.boolean(), async (steps, live) => {
        const { client, socket, pushes } = join(live ? 'live' : ids.map((id) => `event:${id}`).join())
        const latest = new Map<string, number>()
        for (const { game, odds, wait, ready } of steps) {
          socket.writableLength = ready ? 0 : 1_000_000
          board.put({ id: ids[game]!, prices: { home: { odds: `${odds}.00` }, away: { odds: '2.00' } } })
          latest.set(ids[game]!, odds)
          await vi.advanceTimersByTimeAsync(wait)
        }
        socket.writableLength = 0
        await vi.advanceTimersByTimeAsync(300)
        const told = new Map(
          pushes().flatMap((push) => (push.kind === 'game' ? [[push.game.id, push.game.odds?.home]] : [])) as [
            string,
            number,
          ][],
        )
        expect(Object.fromEntries(told)).toEqual(Object.fromEntries(latest))
        hub.close(client)
      }),
      { numRuns: 40 },
    )
  })

  describe('at the limit of streams', () => {
    const closed = { kind: 'closed', reason: 'too-many-streams' }
    const gone = (stream: ReturnType<typeof join>) => stream.client.closed

    test('the oldest of a session gives way, and is told why', () => {
      const [first, ...others] = Array.from({ length: 4 }, (_, n) => join('live', { id: 'one', network: `${n}` }))
      expect(first!.pushes().at(-1)).toEqual(closed)
      expect(first!.socket.destroySoon).toHaveBeenCalledOnce()
      expect(others.some(gone)).toBe(false)
      expect(hub.size).toBe(3)
    })

    test('one that does not take its last message is cut off', async () => {
      const [first] = Array.from({ length: 4 }, () => join('live', { id: 'one' }))
      await vi.advanceTimersByTimeAsync(4_000)
      expect(first!.socket.destroy).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1_000)
      expect(first!.socket.destroy).toHaveBeenCalled()
    })

    test('a stream that closed makes room', () => {
      const three = Array.from({ length: 3 }, () => join('live', { id: 'one' }))
      hub.close(three[0]!.client)
      join('live', { id: 'one' })
      expect(three.slice(1).some(gone)).toBe(false)
    })
  })

  test('stops listening when it is stopped', () => {
    expect(board.listeners).toBe(1)
    hub.stop()
    expect(board.listeners).toBe(0)
  })
})

describe('topics', () => {
  const id = newId()
  test.each([
    ['live', { live: true, events: [], me: false, admin: false, ticker: false }],
    [`event:${id},me`, { live: false, events: [id], me: true, admin: false, ticker: false }],
    ['live,me,admin', { live: true, events: [], me: true, admin: true, ticker: false }],
    // no game has such an id: it is left out, and the others are followed
    ['event:,event:1,live', { live: true, events: [], me: false, admin: false, ticker: false }],
    [`event:${id}x,event:${id}`, { live: false, events: [id], me: false, admin: false, ticker: false }],
  ])('%s', (text, topics) => {
    const read = readTopics(text)!
    expect({ ...read, events: [...read.events] }).toEqual(topics)
  })

  test.each([
    '',
    'all',
    'live,',
    'event:',
    'event:1',
    `event:${id}x`,
    'event:1,weather',
    Array.from({ length: 51 }, () => `event:${newId()}`).join(),
  ])('not %s', (text) => {
    expect(readTopics(text)).toBeNull()
  })
})
