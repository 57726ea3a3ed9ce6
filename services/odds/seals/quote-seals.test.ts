import canonicalize from 'canonicalize'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Leg } from '#domain/bet/bet-events.ts'
import type { QuotesPublished } from '#domain/feed/events.ts'
import { quoteLeaf } from '#domain/feed/quote-leaf.ts'
import { rootOfPath } from '#services/auditor/seals/merkle-path.ts'
import { commandId } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import type { FeedRecorder, Poller } from '../port.ts'
import { homeOf as home, showBoard } from '../testing/board.ts'
import { createStage, LEAGUE } from '../testing/stage.ts'
import { feedIdOf } from './feed-id.ts'

const SOON = { timeout: 60_000, interval: 5 }

const stage = createStage()
const shown = showBoard(stage)

type Published = QuotesPublished & { readonly feed: string; readonly version: number; readonly command: string }

async function published(): Promise<Published[]> {
  const found: Published[] = []
  for await (const page of stage.log.readAll(null)) {
    for (const { stream, body } of page) {
      const { type, data, version, meta } = decodeBody(body)
      if (type !== 'QuotesPublished') continue
      found.push({
        ...(data as QuotesPublished),
        feed: stream.slice('feed-'.length),
        version,
        command: meta.command.id,
      })
    }
  }
  return found
}

/** The root computed from a leg's own fields and its seal. */
const rootOf = (leg: Leg) => rootOfPath(canonicalize(quoteLeaf(leg))!, leg.seal!.index, leg.seal!.size, leg.seal!.path)

const sides = ['home', 'draw', 'away'] as const
const legs = (name: string) =>
  sides.map((selection) => shown.board.quote({ ...home(name), selection })).filter((leg) => leg !== null)
const today = () => feedIdOf(LEAGUE, stage.clock.businessNow().toISOString().slice(0, 10))

let poller: Poller
beforeEach(() => {
  poller = stage.poller()
})

describe('the quotes of a poll', () => {
  it('are published as one batch before a bet can be struck at them, and each proves its place in it', async () => {
    stage.provider.odds = [shown.priced('b2', HOUR, [3, 3.1, 2.2])]
    await shown.offer('a1', HOUR)
    const [batch, ...others] = await published()
    expect(others).toEqual([])
    const fetchedAt = stage.clock.businessNow().toISOString()
    expect(batch).toMatchObject({ league: LEAGUE, day: fetchedAt.slice(0, 10), fetchedAt, size: 6, feed: today() })
    const all = await vi.waitFor(() => {
      const shownLegs = [...legs('a1'), ...legs('b2')]
      expect(shownLegs).toHaveLength(6)
      return shownLegs
    }, SOON)
    for (const leg of all) {
      expect(leg.seal).toMatchObject({ feed: batch!.feed, version: batch!.version, size: 6 })
      expect(rootOf(leg)).toBe(batch!.root)
      expect(rootOf({ ...leg, odds: '2.01' })).not.toBe(batch!.root)
    }
    expect(new Set(all.map(({ seal }) => seal!.index)).size).toBe(6)
  })

  it('that did not change keep their seal, and a poll that changes nothing publishes nothing', async () => {
    await shown.offer('a1', HOUR)
    const before = legs('a1')
    stage.clock.advance(1_000)
    await poller.pollOdds(LEAGUE)
    await shown.board.freshQuote(home('a1'))
    expect(await published()).toHaveLength(1)
    const { rows } = await stage.pool.query<{ fetched_at: Date }>('select distinct fetched_at from app.quote')
    expect(rows).toEqual([{ fetched_at: stage.clock.businessNow() }])
    expect(legs('a1').map(({ seal }) => seal)).toEqual(before.map(({ seal }) => seal))
  })

  it('that changed are published as a separate batch', async () => {
    await shown.offer('a1', HOUR)
    await shown.offer('b2', HOUR)
    const [, second] = await published()
    expect(second).toMatchObject({ size: 3, version: 1 })
    expect(legs('a1').map(({ seal }) => seal!.version)).toEqual([0, 0, 0])
    stage.clock.advance(1_000)
    await shown.offer('a1', HOUR, [2.2, 3.5, 4])
    const third = (await published())[2]!
    for (const leg of legs('a1')) expect([leg.seal!.version, rootOf(leg)]).toEqual([2, third.root])
    for (const leg of legs('b2')) expect([leg.seal!.version, rootOf(leg)]).toEqual([1, second!.root])
  })

  it('are sealed again when their seal is older than yesterday', async () => {
    await shown.offer('a1', HOUR)
    const first = today()
    for (const days of [1, 1, 1]) {
      stage.clock.advance(days * 24 * HOUR)
      await poller.pollOdds(LEAGUE)
    }
    const feeds = (await published()).map(({ feed }) => feed)
    expect(feeds).toEqual([first, feedIdOf(LEAGUE, new Date(stage.now() - 24 * HOUR).toISOString().slice(0, 10))])
  })

  it('are not stored if publishing fails or its outcome is unknown', async () => {
    await shown.offer('a1', HOUR)
    const before = legs('a1')
    stage.clock.advance(MINUTE)
    stage.provider.odds = [shown.priced('a1', HOUR, [9, 9, 1.2])]
    stage.log.server.faults.down = true
    await expect(poller.pollOdds(LEAGUE)).rejects.toThrow()
    stage.log.server.faults.down = false
    const { rows } = await stage.pool.query("select odds from app.quote where selection = 'home'")
    expect(rows).toEqual([{ odds: '2.00' }])
    expect(legs('a1').map(({ odds }) => odds)).toEqual(before.map(({ odds }) => odds))
    await poller.pollOdds(LEAGUE)
    expect(await published()).toHaveLength(2)
  })

  it('of two workers at once each match their seal, whoever stores last', async () => {
    await shown.offer('a1', HOUR)
    const waiting: (() => void)[] = []
    const slow: FeedRecorder = {
      async execute(feed, command, meta) {
        const outcome = await stage.feeds.execute(feed, command, meta)
        await new Promise<void>((resolve) => waiting.push(resolve))
        return outcome
      },
    }
    stage.clock.advance(MINUTE)
    stage.provider.odds = [shown.priced('a1', HOUR, [2.1, 3.5, 4])]
    const overtaken = stage.poller({ feeds: slow }).pollOdds(LEAGUE)
    await expect.poll(() => waiting.length).toBe(1)
    stage.clock.advance(MINUTE)
    stage.provider.odds = [stage.game('a1', HOUR - MINUTE, { north: [2.3, 3.4, 4] })]
    await stage.poller({ feeds: createCommands({ store: stage.log }).feeds }).pollOdds(LEAGUE)
    waiting[0]!()
    await overtaken
    await expect.poll(() => legs('a1')[0]?.odds).toBe('2.30')
    const batches = await published()
    expect(batches).toHaveLength(3)
    for (const leg of legs('a1')) expect(rootOf(leg)).toBe(batches[leg.seal!.version]!.root)
  })

  it('have ids derived from their content, so that the same batch is published once', async () => {
    await shown.offer('a1', HOUR)
    const [batch] = await published()
    expect(batch!.command).toBe(commandId('feed', `publish ${batch!.feed} ${batch!.fetchedAt} ${batch!.root}`))
  })
})

describe('a price', () => {
  it('that is fetched for a bettor is sealed before the bet', async () => {
    await shown.offer('a1', HOUR)
    stage.clock.advance(16 * MINUTE)
    stage.provider.odds = [shown.priced('a1', 44 * MINUTE, [2.5, 3.2, 3])]
    const leg = await shown.board.freshQuote(home('a1'), { timeoutMs: 60_000 })
    const batch = (await published())[1]!
    expect(leg).toMatchObject({ odds: '2.50', seal: { feed: batch.feed, version: batch.version, size: 3 } })
    expect(rootOf(leg!)).toBe(batch.root)
  })

  it('from before there were seals cannot be bet on until the next poll', async () => {
    await shown.offer('a1', HOUR)
    await stage.pool.query('update app.quote set seal_feed = null')
    const other = await shown.open()
    expect(other.quote(home('a1'))).toBeNull()
    await other.close()
    stage.clock.advance(1_000)
    await poller.pollOdds(LEAGUE)
    expect(await published()).toHaveLength(2)
    const third = await shown.open()
    expect(third.quote(home('a1'))).toMatchObject({ seal: { version: 1, size: 3 } })
    await third.close()
  })
})
