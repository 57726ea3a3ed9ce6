import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Push, type User } from '../contract.ts'
import { createTestBoard } from '../testing/board.ts'
import { newId } from '../testing/product.ts'
import { StreamClient } from './client.ts'
import { createHub, type Hub } from './hub.ts'
import { readTopics } from './topics.ts'

const now = () => new Date()
const TOKEN = 'x'.repeat(43)
/** Whose session is asked for in vain. */
const SILENT = 'y'.repeat(43)
const session = { id: 's', accountId: newId(), username: 'anna', role: 'user' as const, commitment: 'c' }
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
  beforeEach(() => {
    vi.useFakeTimers()
    alive = true
    users = 0
    board = createTestBoard(now)
    hub = createHub({
      board,
      sessions: {
        find: (token) => (token === SILENT ? new Promise(() => undefined) : Promise.resolve(alive ? session : null)),
        onEnded: () => () => undefined,
      },
      clock: { businessNow: now, speed: 1 },
      users: async () => {
        users += 1
        return new Map([[user.id, user]])
      },
      token: (position) => position,
    })
  })
  afterEach(() => {
    hub.stop()
    vi.useRealTimers()
  })

  function join(topics: string, { buffered = 0, last = null as string | null, token = TOKEN } = {}) {
    const written: string[] = []
    const response = {
      writableLength: buffered,
      write: (text: string) => {
        written.push(text)
        return true
      },
      end: vi.fn(),
    }
    const client = new StreamClient(response as never, readTopics(topics)!, token, session)
    hub.open(client, last)
    const pushes = () =>
      written
        .join('')
        .split('\n\n')
        .flatMap((block) => /^data: (.*)$/m.exec(block)?.[1] ?? [])
        .map((json) => Push.parse(JSON.parse(json)))
    return { client, response, written, pushes }
  }
  const kinds = (pushes: Push[]) => pushes.map((push) => push.kind)

  test('beats every 15 seconds', async () => {
    const { written } = join('live')
    await vi.advanceTimersByTimeAsync(14_900)
    expect(written.filter((text) => text.startsWith(':'))).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(15_100)
    expect(written.filter((text) => text === ': \n\n')).toHaveLength(2)
  })

  test('a heartbeat finds a session that has ended', async () => {
    const { response } = join('live')
    alive = false
    await vi.advanceTimersByTimeAsync(15_000)
    expect(response.end).toHaveBeenCalledOnce()
    expect(hub.size).toBe(0)
  })

  test('a session that is not found out about holds up nobody', async () => {
    join('live', { token: SILENT })
    const { response } = join('live')
    alive = false
    await vi.advanceTimersByTimeAsync(15_000)
    expect(response.end).toHaveBeenCalledOnce()
    expect(hub.size).toBe(1)
  })

  test('a busy client gets the latest when it has caught up', async () => {
    const { response, pushes } = join('live', { buffered: 1_000_000 })
    const id = newId()
    for (let n = 2; n < 30; n++) {
      board.put({ id, prices: { home: { odds: `${n}.00` }, away: { odds: '2.00' } } })
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(kinds(pushes())).toEqual(['hello'])
    response.writableLength = 0
    await vi.advanceTimersByTimeAsync(100)
    expect(pushes().slice(1)).toMatchObject([{ kind: 'game', game: { id, odds: { home: 29 } } }])
  })

  test('one that missed too much fetches again', async () => {
    const { response, pushes } = join('live', { buffered: 1_000_000 })
    for (let n = 0; n < 500; n++) board.put({ id: newId() })
    response.writableLength = 0
    await vi.advanceTimersByTimeAsync(100)
    expect(kinds(pushes())).toEqual(['hello', 'reset'])
    board.put({ id: newId() })
    await vi.advanceTimersByTimeAsync(100)
    expect(kinds(pushes())).toEqual(['hello', 'reset', 'game'])
  })

  test('reads a balance once for any number of changes in a moment, and only its own', async () => {
    const { pushes } = join('me')
    await vi.advanceTimersByTimeAsync(100)
    expect(users).toBe(1)
    for (let n = 0; n < 50; n++) hub.projected({ position: `${n}`, hash: '', accounts: [user.id], fixtures: [] })
    hub.projected({ position: '50', hash: '', accounts: [newId()], fixtures: [] })
    await vi.advanceTimersByTimeAsync(100)
    expect(users).toBe(2)
    expect(pushes().at(-2)).toMatchObject({ kind: 'account', user: { balance: '1.00' }, position: '50' })
    expect(pushes().at(-1)).toEqual({ kind: 'bets', topic: 'me', position: '50' })
    hub.projected({ position: '51', hash: '', accounts: [newId()], fixtures: [] })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(users).toBe(2)
  })

  test('tells admins at most once a second', async () => {
    const { pushes } = join('admin')
    for (let n = 0; n < 30; n++) {
      hub.projected({ position: `${n}`, hash: '', all: true })
      await vi.advanceTimersByTimeAsync(100)
    }
    const told = pushes().filter((push) => push.kind === 'admin').length
    expect(told).toBeGreaterThanOrEqual(3)
    expect(told).toBeLessThanOrEqual(4)
  })

  test('after a gap everybody fetches again', async () => {
    const { pushes } = join('live,me')
    await vi.advanceTimersByTimeAsync(100)
    hub.missed()
    await vi.advanceTimersByTimeAsync(100)
    expect(kinds(pushes())).toEqual(['hello', 'account', 'bets', 'account', 'bets', 'reset'])
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
    ['live', { live: true, events: [], me: false, admin: false }],
    [`event:${id},me`, { live: false, events: [id], me: true, admin: false }],
    ['live,me,admin', { live: true, events: [], me: true, admin: true }],
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
    Array.from({ length: 51 }, () => `event:${newId()}`).join(),
  ])('not %s', (text) => {
    expect(readTopics(text)).toBeNull()
  })
})
