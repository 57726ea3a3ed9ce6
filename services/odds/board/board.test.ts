import { describe, expect, it } from 'vitest'
import { Leg } from '#domain/bet/bet-events.ts'
import { Game } from '#services/contract/contract.ts'
import { isInCanonicalOrder } from '#services/event-store/canonical.ts'
import { HOUR, MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import { homeOf as home, idOf, showBoard } from '../testing/board.ts'
import { stagedScore } from '../testing/provider.ts'
import { createStage, LEAGUE } from '../testing/stage.ts'

const stage = createStage()
const shown = showBoard(stage)

describe('the board', () => {
  it('has a quote as evidence, complete and well-formed', async () => {
    await shown.offer('a1', HOUR)
    const leg = shown.board.quote(home('a1'))
    expect(Leg.parse(leg)).toEqual({
      fixture: idOf('a1'),
      fixtureVersion: 0,
      league: LEAGUE,
      startsAt: new Date(stage.now() + HOUR).toISOString(),
      market: 'h2h',
      selection: 'home',
      selectionName: 'a1 Rovers',
      drawOffered: true,
      odds: '2.00',
      bookmaker: 'north',
      quotedAt: stage.clock.businessNow().toISOString(),
      fetchedAt: stage.clock.businessNow().toISOString(),
      seal: {
        feed: expect.stringMatching(/^[0-9a-f]{32}$/),
        version: 0,
        index: expect.any(Number),
        size: 3,
        path: expect.any(String),
      },
      message: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    // in the order in which it is stored with a bet, so that nothing has to be sorted for that
    expect(isInCanonicalOrder(leg)).toBe(true)
    const { rows } = await stage.pool.query('select body from app.provider_message where hash = $1', [leg!.message])
    expect(JSON.parse(rows[0].body)).toEqual(stage.provider.odds[0])
    expect(shown.board.quote({ ...home('a1'), selection: 'nobody' })).toBeNull()
    expect(shown.board.quote({ ...home('a1'), market: 'spreads', point: '-1.5' })).toBeNull()
    expect(shown.board.quote(home('unknown'))).toBeNull()
  })

  it('shows games as the contract has them', async () => {
    await shown.offer('a1', HOUR)
    const game = Game.parse(shown.board.game(idOf('a1')))
    expect(game).toMatchObject({
      id: idOf('a1'),
      sport: 'soccer',
      league_title: 'EPL',
      country: 'GB-ENG',
      completed: false,
      bettable: true,
      // the screens derive these from start, score and last change, whatever the state of the game
      ...{ status: null, period: null, clock: null },
      scores: null,
      last_update: null,
      bookmakers: [{ key: 'north', title: 'NORTH', markets: [{ key: 'h2h' }] }],
    })
    expect(game.bookmakers[0]!.markets[0]!.outcomes).toEqual([
      { name: 'a1 Rovers', price: 2 },
      { name: 'Draw', price: 3.5 },
      { name: 'a1 Wanderers', price: 4 },
    ])
  })

  it('follows prices, announces what changed, and is silent about what did not', async () => {
    await shown.offer('a1', HOUR)
    const before = shown.board.game(idOf('a1'))!.revision
    shown.changes.length = 0
    stage.clock.advance(30 * SECOND)
    await shown.offer('a1', HOUR - 30 * SECOND)
    await expect.poll(() => shown.board.quote(home('a1'))?.fetchedAt).toBe(stage.clock.businessNow().toISOString())
    expect([shown.changes, shown.board.game(idOf('a1'))!.revision]).toEqual([[], before])
    stage.clock.advance(SECOND)
    await shown.offer('a1', HOUR - 31 * SECOND, [2.2, 3.4, 3.3])
    expect(new Set(shown.changes.flat())).toEqual(new Set([idOf('a1')]))
    expect(shown.board.game(idOf('a1'))!.revision).toBeGreaterThan(before)
  })

  it('suspends a market that is gone, and a price that is a placeholder', async () => {
    await shown.offer('a1', HOUR)
    stage.clock.advance(MINUTE)
    await shown.offer('a1', HOUR - MINUTE, null)
    expect(shown.board.quote(home('a1'))).toBeNull()
    expect(await shown.board.freshQuote(home('a1'))).toBeNull()
    expect(shown.board.game(idOf('a1'))).toMatchObject({ bookmakers: [], bettable: true })
    expect(shown.board.selectionNamed(idOf('a1'), 'h2h', 'Draw')).toBe('draw')

    stage.clock.advance(MINUTE)
    stage.provider.odds = [shown.priced('a1', HOUR, [1.01, 15, 34])]
    await shown.poller.pollOdds(LEAGUE)
    await expect.poll(async () => (await stage.pool.query('select from app.quote')).rowCount).toBe(3)
    expect(shown.board.game(idOf('a1'))).toMatchObject({ bookmakers: [] })
    expect(shown.board.game(idOf('a1'))!.odds).toBeUndefined()
    await expect
      .poll(() => shown.board.game(idOf('a1'))!.suspended_markets)
      .toEqual([{ market: 'h2h', why: 'taken-down' }])
    expect(shown.board.quote(home('a1'))).toBeNull()
    expect(shown.board.quote({ ...home('a1'), selection: 'away' })).toBeNull()
  })

  it.each<[string, [number, number, number]]>([
    ['cannot be meant', [20, 15, 30]],
    ['cannot be read', [0.5, 15, 30]],
  ])('says that a market is suspended if its only prices %s, until others come', async (_what, prices) => {
    await shown.offer('b2', HOUR)
    stage.provider.odds = [...stage.provider.odds, shown.priced('a1', HOUR, prices)]
    await shown.poller.pollOdds(LEAGUE)
    const suspended = () => shown.board.game(idOf('a1'))?.suspended_markets
    await expect.poll(suspended).toEqual([{ market: 'h2h', why: 'in-doubt' }])
    expect(shown.board.game(idOf('a1'))).toMatchObject({ bookmakers: [], completed: false })
    stage.clock.advance(MINUTE)
    await shown.offer('a1', HOUR - MINUTE)
    await expect.poll(suspended).toBeUndefined()
    // and says so of one that had prices
    stage.clock.advance(MINUTE)
    stage.provider.odds = [shown.priced('a1', HOUR - 2 * MINUTE, prices)]
    await shown.poller.pollOdds(LEAGUE)
    await expect.poll(suspended).toEqual([{ market: 'h2h', why: 'in-doubt' }])
    // it is over as the bookmaker takes the market away
    stage.clock.advance(MINUTE)
    await shown.offer('a1', HOUR - 3 * MINUTE, null)
    await expect.poll(suspended).toBeUndefined()
  })

  it('suspends a game only if none of its bookmakers has a match result', async () => {
    const wrong: [number, number, number] = [20, 15, 30]
    stage.provider.odds = [stage.game('a1', HOUR, { east: wrong, north: [2, 3.5, 4] })]
    await shown.poller.pollOdds(LEAGUE)
    await expect.poll(() => shown.board.quote(home('a1'))?.bookmaker).toBe('north')
    expect(shown.board.game(idOf('a1'))!.suspended_markets).toBeUndefined()
  })

  it('finds selections by the names that bettors see', async () => {
    await shown.offer('a1', HOUR)
    const named = (name: string, market = 'h2h') => shown.board.selectionNamed(idOf('a1'), market, name)
    expect(['a1 Rovers', 'A1 WANDERERS ', 'Draw', 'home', 'X'].map((name) => named(name))).toEqual([
      'home',
      'away',
      'draw',
      'home',
      null,
    ])
    expect(named('home', 'totals')).toBeNull()
    expect(shown.board.selectionNamed('f'.repeat(32), 'h2h', 'home')).toBeNull()
  })

  it('moves games from upcoming to live as time goes by, and announces it at kick-off', async () => {
    await shown.offer('b2', 2 * HOUR)
    await shown.offer('a1', MINUTE)
    await shown.offer('c3', HOUR, null)
    const names = (games: Game[]) => games.map(({ home_team }) => home_team.slice(0, 2))
    expect([names(shown.board.live()), names(shown.board.upcoming())]).toEqual([[], ['a1', 'b2', 'c3']])
    expect([names(shown.board.gamesOf('soccer')), names(shown.board.gamesOf(LEAGUE))]).toEqual([
      ['a1', 'c3', 'b2'],
      ['a1', 'c3', 'b2'],
    ])
    expect(shown.board.gamesOf('basketball')).toEqual([])
    shown.changes.length = 0
    stage.clock.advance(2 * MINUTE)
    await expect.poll(() => shown.changes).toEqual([[idOf('a1')]])
    expect([names(shown.board.live()), names(shown.board.upcoming())]).toEqual([['a1'], ['b2', 'c3']])
    stage.clock.advance(5 * HOUR)
    await expect.poll(() => shown.board.game(idOf('a1'))).toBeNull()
    expect(names(shown.board.live())).toEqual(['b2'])
    expect(await shown.board.loadGame(idOf('a1'))).toMatchObject({ home_team: 'a1 Rovers' })
    expect(await shown.board.loadGame('f'.repeat(32))).toBeNull()
  })

  it('closes with the first completed read, and shows the result', async () => {
    await shown.offer('a1', -100 * MINUTE)
    const score = async (points: [number, number], completed: boolean) => {
      stage.clock.advance(30 * SECOND)
      stage.provider.scores = [stagedScore(stage.provider.odds[0]!, points, completed, stage.clock.businessNow())]
      await shown.poller.pollScores(LEAGUE)
      await expect
        .poll(() => shown.board.game(idOf('a1')))
        .toMatchObject({
          completed,
          bettable: !completed,
          scores: [
            { name: 'a1 Rovers', score: String(points[0]) },
            { name: 'a1 Wanderers', score: String(points[1]) },
          ],
        })
    }
    await score([1, 0], false)
    expect(shown.board.game(idOf('a1'))!.last_update).toBe(stage.clock.businessNow().toISOString())
    expect(shown.board.quote(home('a1'))).toMatchObject({ inPlay: true })
    expect(isInCanonicalOrder(shown.board.quote(home('a1')))).toBe(true)
    await score([1, 0], true)
    expect([shown.board.closed(idOf('a1')), shown.board.quote(home('a1')), shown.board.live()]).toEqual([
      true,
      null,
      [],
    ])
    expect(await shown.board.freshQuote(home('a1'))).toBeNull()
    await score([1, 0], true)
    expect(stage.model.events.map(({ type }) => type)).toEqual(['FixtureListed', 'ResultRecorded'])
    expect(shown.board.fixture(idOf('a1'))).toMatchObject({ closed: true })
  })

  it('stays closed if the provider takes a completed read back: a bet placed after it would be void', async () => {
    await shown.offer('a1', -20 * MINUTE)
    const reads = async (points: [number, number], completed: boolean) => {
      stage.clock.advance(30 * SECOND)
      stage.provider.scores = [stagedScore(stage.provider.odds[0]!, points, completed, stage.clock.businessNow())]
      await shown.poller.pollScores(LEAGUE)
      const scores = [{ score: String(points[0]) }, { score: String(points[1]) }]
      await expect.poll(() => shown.board.game(idOf('a1'))).toMatchObject({ scores })
    }
    await reads([1, 0], true)
    await reads([1, 1], false)
    expect(shown.board.game(idOf('a1'))).toMatchObject({ completed: true, bettable: false })
    expect([shown.board.closed(idOf('a1')), shown.board.quote(home('a1')), shown.board.live()]).toEqual([
      true,
      null,
      [],
    ])
    // its result is awaited as before
    await reads([2, 1], true)
    await reads([2, 1], true)
    expect(stage.model.events.map(({ type }) => type)).toEqual(['FixtureListed', 'ResultRecorded'])
  })

  it('marks prices that are too old to bet at, as a change, until new ones come', async () => {
    await shown.offer('a1', -HOUR)
    await shown.offer('b2', HOUR)
    const isStale = (name: string) => shown.board.game(idOf(name))?.stale ?? false
    stage.clock.advance(2 * MINUTE)
    const { revision } = shown.board.game(idOf('a1'))!
    shown.changes.length = 0
    stage.clock.advance(1)
    await expect.poll(() => isStale('a1')).toBe(true)
    expect(shown.board.game(idOf('a1'))!.revision).toBeGreaterThan(revision)
    expect(shown.changes).toEqual([[idOf('a1')]])
    // the prices stay visible; those before the start last longer
    expect(shown.board.game(idOf('a1'))!.odds).toBeDefined()
    expect(isStale('b2')).toBe(false)
    expect(Game.parse(shown.board.live()[0])).toMatchObject({ stale: true })
    // a board that opens now marks it at once
    const other = await shown.open()
    expect(other.game(idOf('a1'))).toMatchObject({ stale: true })
    await other.close()

    await shown.offer('a1', -HOUR)
    await expect.poll(() => isStale('a1')).toBe(false)
    stage.clock.advance(15 * MINUTE + 1)
    await expect.poll(() => isStale('b2')).toBe(true)
  })

  it('is filled when it opens', async () => {
    await shown.offer('a1', HOUR)
    const other = await shown.open()
    expect(other.quote(home('a1'))).toEqual(shown.board.quote(home('a1')))
    await other.close()
  })
})
