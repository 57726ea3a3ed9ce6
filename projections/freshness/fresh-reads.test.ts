import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { OFFER, offerStream } from '#domain/offer/events.ts'
import { PROJECTIONS } from '../projection.ts'
import type { Announcement } from '../runner/announcement.ts'
import {
  keep,
  newClient,
  newDatabase,
  newFreshReads,
  newLog,
  newProjector,
  until,
  untilFolded,
} from '../testing/environment.ts'
import { randomScenario } from '../testing/scenario.ts'
import { LogWriter } from '../testing/write-log.ts'
import { type FreshReads, NotFreshYet, ReadModelFailed, UnknownPosition } from './fresh-reads.ts'
import { encodePosition } from './position-token.ts'

const SCENARIO = randomScenario(21, 80)

async function setUp() {
  const { url } = await newDatabase()
  const store = await newLog(url)
  const writer = new LogWriter(store)
  const write = async (steps: typeof SCENARIO): Promise<string> => {
    let last = { position: '', hash: '' }
    for (const step of steps) last = await writer.write(step)
    return encodePosition({ logId: store.logId, ...last })
  }
  const reads: FreshReads = await newFreshReads({ url, store })
  return { url, store, writer, write, reads }
}

describe('a read that waits for a write', () => {
  it('returns as soon as the write is folded, and at once from then on', async () => {
    const { url, store, write, reads } = await setUp()
    newProjector({ store, url })
    for (const [index] of SCENARIO.entries()) {
      const token = await write(SCENARIO.slice(index, index + 1))
      await reads.waitForPosition(token, { timeoutMs: 10_000 })
      await reads.waitForPosition(token, { timeoutMs: 0 })
    }
  })

  it('fails after a while if nobody folds', async () => {
    const { write, reads } = await setUp()
    await expect(reads.waitForPosition(await write(SCENARIO.slice(0, 3)), { timeoutMs: 5 })).rejects.toThrow(
      NotFreshYet,
    )
  })

  it('waits instead of failing if another process wrote and nobody has folded it yet', async () => {
    const { url, store, write, reads } = await setUp()
    const token = await write(SCENARIO)
    const waiting = reads.waitForPosition(token, { timeoutMs: 20_000 })
    // well beyond the time after which the store is asked
    await expect(reads.waitForPosition(token, { timeoutMs: 500 })).rejects.toThrow(NotFreshYet)
    newProjector({ store, url })
    await waiting
  })

  it('waits as before if the store does not answer', async () => {
    const { url, store, write } = await setUp()
    const silent = { logId: store.logId, comparePositions: store.comparePositions.bind(store) }
    const lastPosition = () => Promise.reject(new Error('away'))
    const reads = await newFreshReads({ url, store: { ...silent, lastPosition, readAll: store.readAll.bind(store) } })
    await expect(reads.waitForPosition(await write(SCENARIO), { timeoutMs: 300 })).rejects.toThrow(NotFreshYet)
  })

  it('sees what was folded before it began to listen', async () => {
    const { url, store, writer, write } = await setUp()
    newProjector({ store, url })
    const token = await write(SCENARIO)
    await untilFolded(url, writer.events)
    const late = await newFreshReads({ url, store })
    await late.waitForPosition(token, { timeoutMs: 0 })
    expect(late.projectionHealth()).toHaveLength(PROJECTIONS.length)
  })

  it('finds out after a lost announcement', async () => {
    const { url, store, writer, write, reads } = await setUp()
    const client = await newClient(url)
    newProjector({ store, url })
    const token = await write(SCENARIO)
    await untilFolded(url, writer.events)
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'fairbook listen' and datname = current_database()`)
    await reads.waitForPosition(token, { timeoutMs: 1 })
  })

  it('finds out after an announcement that nobody heard', async () => {
    const { url, store, writer, write, reads } = await setUp()
    const projector = newProjector({ store, url })
    const before = await write(SCENARIO.slice(0, 40))
    await untilFolded(url, writer.events)
    await projector.stop()
    await reads.waitForPosition(before, { timeoutMs: 10_000 })
    const token = await write(SCENARIO.slice(40))
    const [, position, hash] = JSON.parse(Buffer.from(token, 'base64url').toString()) as [string, string, string]
    const client = await newClient(url)
    const heard: (Announcement | null)[] = []
    reads.onProjected((announcement) => void heard.push(announcement))
    await client.query('update app.projection_checkpoint set position = $1, hash = $2, number = $3', [
      position,
      hash,
      writer.events,
    ])
    await reads.waitForPosition(token, { timeoutMs: 1 })
    expect(heard).toEqual([null])
  })

  it('hears of what the projector wrote when its connection was lost before the announcement', async () => {
    const { url, store, writer, write, reads } = await setUp()
    newProjector({ store, url })
    await reads.waitForPosition(await write(SCENARIO.slice(0, 40)), { timeoutMs: 10_000 })
    await untilFolded(url, writer.events)
    const query = pg.Client.prototype.query as (this: pg.Client, ...asked: unknown[]) => unknown
    const spied = vi.spyOn(pg.Client.prototype as { query: typeof query }, 'query')
    keep(spied, async () => spied.mockRestore())
    const lost = Promise.withResolvers<void>()
    spied.mockImplementation(function (this: pg.Client, ...asked) {
      if ((asked[0] as { name?: string }).name !== 'announce') return query.apply(this, asked)
      spied.mockImplementation(query)
      void this.end()
      lost.resolve()
      return Promise.reject(new Error('lost'))
    })
    const heard: (Announcement | null)[] = []
    reads.onProjected((announcement) => void heard.push(announcement))
    const token = await write(SCENARIO.slice(40, 41))
    await lost.promise
    // nobody waits for it, and nothing else is folded
    await until(() => expect(heard).toEqual([null]))
    await reads.waitForPosition(token, { timeoutMs: 0 })
  })

  it('reports nothing as missed if it waited in vain and nothing was', async () => {
    const { url, store, writer, write, reads } = await setUp()
    const projector = newProjector({ store, url })
    const before = await write(SCENARIO.slice(0, 40))
    await untilFolded(url, writer.events)
    await projector.stop()
    await reads.waitForPosition(before, { timeoutMs: 10_000 })
    const token = await write(SCENARIO.slice(40))
    const heard: (Announcement | null)[] = []
    reads.onProjected((announcement) => void heard.push(announcement))
    for (let n = 0; n < 3; n++) {
      await expect(reads.waitForPosition(token, { timeoutMs: 1 })).rejects.toThrow(NotFreshYet)
    }
    expect(heard).toEqual([])
  })

  it('fails at once if a read model that it needs has stopped, and is served if it does not need it', async () => {
    const { url, store, writer, write, reads } = await setUp()
    newProjector({ store, url })
    const before = await write(SCENARIO.slice(0, 40))
    await untilFolded(url, writer.events)
    const client = await newClient(url)
    await client.query('delete from app.account')
    const after = await write(SCENARIO.slice(40))
    await reads.waitForPosition(after, { projections: ['bets', 'audit'], timeoutMs: 10_000 })
    await expect.poll(() => reads.projectionHealth().find((one) => one.projection === 'accounts')?.failed).toMatch(/./)
    await expect(reads.waitForPosition(after, { projections: ['accounts'] })).rejects.toThrow(ReadModelFailed)
    await reads.waitForPosition(before, { projections: ['accounts'], timeoutMs: 0 })
  })

  it('fails long before its timeout if the log ends before the position, and holds up no later read', async () => {
    const { url, store, writer, write, reads } = await setUp()
    newProjector({ store, url })
    const token = await write(SCENARIO.slice(0, 40))
    await untilFolded(url, writer.events)
    const [logId, , hash] = JSON.parse(Buffer.from(token, 'base64url').toString()) as [string, string, string]
    const nowhere = ['9'.repeat(30), 'never', '1e9', ' 1', '٣', '-1', '0x10', String(2n ** 64n)]
    const waiting = Array.from({ length: 50 }, (_, index) => {
      const never = encodePosition({ logId, position: nowhere[index % nowhere.length]!, hash })
      return expect(reads.waitForPosition(never, { timeoutMs: 600_000 })).rejects.toThrow(UnknownPosition)
    })
    await reads.waitForPosition(await write(SCENARIO.slice(40)), { timeoutMs: 10_000 })
    await Promise.all(waiting)
  })

  it('refuses tokens of other logs, of other histories, and made by others', async () => {
    const { url, store, writer, write, reads } = await setUp()
    newProjector({ store, url })
    const token = await write(SCENARIO)
    await untilFolded(url, writer.events)
    const [logId, position, hash] = JSON.parse(Buffer.from(token, 'base64url').toString()) as [string, string, string]
    const forged = [
      '',
      'AAAA',
      encodePosition({ logId: 'f'.repeat(32), position, hash }),
      encodePosition({ logId, position, hash: 'f'.repeat(64) }),
      encodePosition({ logId, position: String(Number(position) - 1), hash }),
      encodePosition({ logId, position: '0', hash }),
    ]
    for (const text of forged) {
      await expect(reads.waitForPosition(text, { timeoutMs: 0 }), text).rejects.toThrow(UnknownPosition)
    }
  })
})

describe('announcements', () => {
  it('name the accounts and fixtures of what was folded', async () => {
    const { url, store, write, reads } = await setUp()
    const heard: (Announcement | null)[] = []
    reads.onProjected((announcement) => heard.push(announcement))
    newProjector({ store, url })
    await reads.waitForPosition(await write(SCENARIO), { timeoutMs: 10_000 })
    const named = new Set<string>()
    for (const announcement of heard) {
      if (announcement === null || 'all' in announcement) continue
      for (const id of announcement.accounts) named.add(`account-${id}`)
      for (const id of announcement.fixtures) named.add(`fixture-${id}`)
      if (announcement.offer) named.add(offerStream(OFFER))
    }
    // an event of a feed changes no row that anybody waits for
    const streams = SCENARIO.map(({ stream }) => stream).filter((stream) => !stream.startsWith('feed-'))
    expect([...named].sort()).toEqual([...new Set(streams)].sort())
  })
})
