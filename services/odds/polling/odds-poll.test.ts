import { beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import { manualClock } from '#services/platform/clock/testing/manual-clock.ts'
import type { Poller } from '../port.ts'
import type { OddsEvent } from '../provider/wire.ts'
import { renamed, stagedScore, swapped } from '../testing/provider.ts'
import { createStage, LEAGUE, type Prices } from '../testing/stage.ts'
import { fixtureIdOf } from './fixture-registry.ts'

const stage = createStage()
let poller: Poller
beforeEach(() => {
  poller = stage.poller()
})
const quotes = async () => {
  const { rows } = await stage.pool.query('select fixture_id, selection, odds, bookmaker from app.quote order by 1, 2')
  return rows.map(({ selection, odds, bookmaker }) => `${selection} ${odds} ${bookmaker}`)
}

/** The event with the first bookmaker's first price set to null. */
function withNullPrice(event: Record<string, unknown>): unknown {
  const copy = structuredClone(event) as OddsEvent
  Object.assign(copy.bookmakers[0]!.markets[0]!.outcomes[0]!, { price: null })
  return copy
}

describe('polling the odds', () => {
  it('lists each game once under an id that every worker finds, and prices it', async () => {
    stage.provider.odds = [stage.game('a1', HOUR)]
    const first = await poller.pollOdds(LEAGUE)
    expect(first).toMatchObject({ listed: 1, moved: 0, skipped: false })
    expect(stage.model.asked[0]).toMatchObject({
      fixture: fixtureIdOf(stage.provider.odds[0]!.id),
      command: { type: 'ListFixture', league: LEAGUE, home: 'a1 Rovers', away: 'a1 Wanderers' },
    })
    expect(await quotes()).toEqual(['away 4.00 north', 'draw 3.50 north', 'home 2.00 north'])
    expect((await poller.pollOdds(LEAGUE)).listed).toBe(0)
    expect(await stage.poller().pollOdds(LEAGUE)).toMatchObject({ listed: 0 })
    expect(stage.eventTypes()).toEqual(['FixtureListed'])
  })

  it('prices the teams of the fixture, whichever side the provider lists them on', async () => {
    const game = stage.game('a1', HOUR)
    for (const event of [
      game,
      swapped(game),
      renamed(game, 'a1 Wanderers', 'Wanderers 1878'),
      renamed(swapped(game), 'a1 Rovers', 'Rovers 1878'),
    ]) {
      stage.provider.odds = [event]
      stage.clock.advance(MINUTE)
      await poller.pollOdds(LEAGUE)
      expect(await quotes()).toEqual(['away 4.00 north', 'draw 3.50 north', 'home 2.00 north'])
      const { rows } = await stage.pool.query('select selection_name from app.quote order by selection')
      expect(rows.map((row) => row.selection_name)).toEqual(['a1 Wanderers', 'Draw', 'a1 Rovers'])
    }
    const { rows } = await stage.pool.query(
      'select distinct m.body from app.quote q join app.provider_message m on m.hash = q.message_hash',
    )
    expect(rows.map(({ body }) => JSON.parse(body))).toEqual(stage.provider.odds)
  })

  it('neither prices nor moves a game by other teams under its id, nor by an id that occurs twice', async () => {
    const game = stage.game('a1', HOUR)
    const later = stage.game('a1', 2 * HOUR, { north: [9, 9, 1.2] })
    const other = renamed(renamed(later, 'a1 Rovers', 'Old Port'), 'a1 Wanderers', 'New Mill')
    for (const odds of [[other], [game, other], [other, game]]) {
      stage.provider.odds = [game]
      await poller.pollOdds(LEAGUE)
      stage.clock.advance(MINUTE)
      stage.provider.odds = odds
      expect(await poller.pollOdds(LEAGUE)).toMatchObject({ listed: 0, moved: 0 })
      expect(await quotes()).toEqual([])
      stage.clock.advance(MINUTE)
    }
    stage.provider.odds = ['d4 Old Port', 'd4 New Mill'].map((name) =>
      renamed(stage.game('d4', HOUR), 'd4 Rovers', name),
    )
    expect(await poller.pollOdds(LEAGUE)).toMatchObject({ listed: 0 })
    expect(stage.problems).toHaveLength(3)
  })

  it('keeps what the provider said, word for word, behind its hash', async () => {
    stage.provider.odds = [stage.game('a1', HOUR)]
    await poller.pollOdds(LEAGUE)
    const { rows } = await stage.pool.query(
      'select distinct m.body from app.quote q join app.provider_message m on m.hash = q.message_hash',
    )
    expect(rows.map(({ body }) => JSON.parse(body))).toEqual(stage.provider.odds)
  })

  it('stays with a bookmaker, and writes history only when a price moves or goes', async () => {
    stage.provider.odds = [stage.game('a1', HOUR, { north: [2, 3.5, 4], south: [1.9, 3.3, 3.8] })]
    await poller.pollOdds(LEAGUE)
    stage.clock.advance(MINUTE)
    stage.provider.odds = [stage.game('a1', HOUR - MINUTE, { south: [2.4, 3.9, 4.4], north: [2.1, 3.5, 3.9] })]
    await poller.pollOdds(LEAGUE)
    expect(await quotes()).toEqual(['away 3.90 north', 'draw 3.50 north', 'home 2.10 north'])
    stage.clock.advance(MINUTE)
    stage.provider.odds = [stage.game('a1', HOUR - 2 * MINUTE, {})]
    await poller.pollOdds(LEAGUE)
    expect(await quotes()).toEqual([])
    const { rows } = await stage.pool.query('select selection, odds from app.quote_history order by id')
    expect(rows).toHaveLength(3 + 2 + 3)
    expect(rows.slice(5).every(({ odds }) => odds === null)).toBe(true)
  })

  it('switches to another bookmaker when its own has been silent for a quarter of an hour', async () => {
    const offers = async (books: Record<string, Prices>, after: number) => {
      stage.clock.advance(after)
      stage.provider.odds = [stage.game('a1', HOUR, books)]
      await poller.pollOdds(LEAGUE)
      return (await quotes())[2]
    }
    expect(await offers({ north: [2, 3.5, 4], south: [1.9, 3.3, 3.8] }, 0)).toBe('home 2.00 north')
    expect(await offers({ south: [1.9, 3.3, 3.8] }, MINUTE)).toBeUndefined()
    expect(await offers({ south: [1.9, 3.3, 3.8] }, 14 * MINUTE)).toBeUndefined()
    expect(await offers({ south: [1.9, 3.3, 3.8] }, 2 * MINUTE)).toBe('home 1.90 south')
    expect(await offers({ north: [2, 3.5, 4], south: [1.9, 3.3, 3.8] }, MINUTE)).toBe('home 1.90 south')
  })

  it('stays with a bookmaker whose price has not moved for long, when it is suspended', async () => {
    const south = { south: [1.9, 3.3, 3.8] } as const
    const offers = async (books: Record<string, Prices>) => {
      stage.provider.odds = [stage.game('a1', HOUR, books)]
      await poller.pollOdds(LEAGUE)
      stage.clock.advance(MINUTE)
      return (await quotes())[2]
    }
    for (let minute = 0; minute < 20; minute++) {
      expect(await offers({ north: [2, 3.5, 4], ...south })).toBe('home 2.00 north')
    }
    expect(await offers(south)).toBeUndefined()
    expect(await offers({ north: [2.1, 3.5, 3.9], ...south })).toBe('home 2.10 north')
  })

  it('takes down the prices of a vanished game and brings them back with it', async () => {
    stage.provider.odds = [stage.game('a1', HOUR), stage.game('b2', HOUR)]
    await poller.pollOdds(LEAGUE)
    const [a1, b2] = stage.provider.odds
    stage.provider.odds = [b2!]
    stage.clock.advance(MINUTE)
    await poller.pollOdds(LEAGUE)
    expect(await quotes()).toHaveLength(3)
    stage.provider.odds = [a1!, b2!]
    stage.clock.advance(MINUTE)
    await poller.pollOdds(LEAGUE)
    expect(await quotes()).toHaveLength(6)
    expect(stage.eventTypes()).toEqual(['FixtureListed', 'FixtureListed'])
  })

  it('moves a game, and moves it back', async () => {
    const early = stage.game('a1', HOUR)
    const late = stage.game('a1', 3 * HOUR)
    for (const [odds, moved] of [
      [early, 0],
      [late, 1],
      [late, 0],
      [early, 1],
      [late, 1],
    ] as const) {
      stage.provider.odds = [odds]
      stage.clock.advance(SECOND)
      expect(await poller.pollOdds(LEAGUE)).toMatchObject({ moved })
    }
    const { rows } = await stage.pool.query('select starts_at from app.fixture')
    expect(rows[0].starts_at.toISOString()).toBe(new Date(late.commence_time).toISOString())
  })

  it('believes no impossible start: the game stays where it is, and the others are priced', async () => {
    stage.provider.odds = [stage.game('a1', HOUR), stage.game('b2', HOUR)]
    await poller.pollOdds(LEAGUE)
    const [a1, b2] = stage.provider.odds
    const { rows: before } = await stage.pool.query('select * from app.fixture order by fixture_id')
    for (const start of [
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00+10:00',
      '2026-10-01T12:00:00Z',
      '9999-12-31T23:59:59Z',
    ]) {
      stage.clock.advance(MINUTE)
      stage.provider.odds = [{ ...a1!, commence_time: start }, b2!]
      expect(await poller.pollOdds(LEAGUE)).toMatchObject({ moved: 0 })
      expect(await quotes()).toHaveLength(3)
    }
    stage.provider.odds = [
      a1!,
      JSON.parse(JSON.stringify(b2).replaceAll(/"last_update":"[^"]*"/g, '"last_update":"0000-01-01T00:00:00Z"')),
    ]
    stage.clock.advance(MINUTE)
    await poller.pollOdds(LEAGUE)
    expect(await quotes()).toHaveLength(3)
    expect((await stage.pool.query('select * from app.fixture order by fixture_id')).rows).toEqual(before)
  })

  const startTold = async (startsAt: number, after: number) => {
    stage.clock.advance(after)
    stage.provider.odds = stage.provider.odds.map((game) => ({
      ...game,
      commence_time: new Date(startsAt).toISOString(),
    }))
    const { moved } = await poller.pollOdds(LEAGUE)
    return moved
  }

  it('moves a game into the past only if a reply minutes later repeats it', async () => {
    const start = stage.now() + 40 * HOUR
    const past = stage.now() - HOUR
    stage.provider.odds = [stage.game('a1', 40 * HOUR)]
    await poller.pollOdds(LEAGUE)
    const told = [
      await startTold(past, MINUTE),
      await startTold(past, MINUTE),
      await startTold(start, MINUTE),
      await startTold(past, MINUTE),
      await startTold(past + MINUTE, 2 * MINUTE),
      await startTold(past + MINUTE, 2 * MINUTE),
    ]
    expect(told).toEqual([0, 0, 0, 0, 0, 1])
    expect(await startTold(start, MINUTE)).toBe(1)
    // it begins a little early
    expect(await startTold(stage.now() - 2 * MINUTE, MINUTE)).toBe(1)
  })

  it('never moves a game so far into the past that it would be abandoned', async () => {
    for (const startsIn of [20 * HOUR, -HOUR]) {
      stage.provider.odds = [stage.game(`a${Math.abs(startsIn)}`, startsIn)]
      await poller.pollOdds(LEAGUE)
      const past = stage.now() - 60 * HOUR
      for (let answer = 0; answer < 4; answer++) expect(await startTold(past, 3 * MINUTE)).toBe(0)
      await poller.pollScores(LEAGUE)
      expect(await poller.abandonOverdue()).toBe(0)
    }
    expect(stage.eventTypes()).toEqual(['FixtureListed', 'FixtureListed'])
  })

  it.each<[string, [number, number] | null, boolean]>([
    ['a score', [0, 0], false],
    ['a completed read', null, true],
  ])('does not put off a game that is in play by %s, and goes on reading its scores', async (_by, score, completed) => {
    const game = stage.game('a1', -HOUR)
    stage.provider.odds = [game]
    await poller.pollOdds(LEAGUE)
    // nothing has been read of it yet, so it begins late
    expect(await startTold(stage.now() - 30 * MINUTE, SECOND)).toBe(1)
    stage.provider.scores = [stagedScore(game, score, completed, null)]
    await poller.pollScores(LEAGUE)
    expect(await startTold(stage.now() + DAY, MINUTE)).toBe(0)
    for (let read = 0; read < 2; read++) {
      stage.clock.advance(MINUTE)
      stage.provider.scores = [stagedScore(game, [2, 1], true, null)]
      await poller.pollScores(LEAGUE)
    }
    expect(stage.eventTypes().at(-1)).toBe('ResultRecorded')
  })

  it('takes up no game that is months ahead or started long ago', async () => {
    stage.provider.odds = [stage.game('a1', 100 * HOUR), stage.game('b2', -5 * HOUR), stage.game('c3', -HOUR)]
    expect(await poller.pollOdds(LEAGUE)).toMatchObject({ listed: 1 })
  })

  it.each(['a1 Rovers', 'A1  rovers '])('takes up no game of a team against itself, such as %j', async (away_team) => {
    stage.provider.odds = [{ ...stage.game('a1', HOUR), away_team }]
    expect(await poller.pollOdds(LEAGUE)).toMatchObject({ listed: 0 })
  })

  it('never overwrites a reply with an older one', async () => {
    stage.provider.odds = [stage.game('a1', HOUR)]
    await poller.pollOdds(LEAGUE)
    const behind = stage.poller({ clocks: manualClock(new Date(stage.clock.businessNow().getTime() - MINUTE)) })
    stage.provider.odds = [stage.game('a1', HOUR, { north: [9, 9, 9] })]
    await behind.pollOdds(LEAGUE)
    expect(await quotes()).toEqual(['away 4.00 north', 'draw 3.50 north', 'home 2.00 north'])
  })

  it('leaves out what no event could hold, and takes up the rest', async () => {
    const named = (id: string, name: string) =>
      JSON.parse(JSON.stringify(stage.game(id, HOUR)).replaceAll(`${id} Rovers`, name)) as OddsEvent
    const good = stage.game('a1', HOUR)
    stage.provider.odds = [
      named('b2', '\\u0000'),
      named('c3', '\\ud800'),
      named('d4', 'x'.repeat(401)),
      { ...stage.game('e5', HOUR), id: 'e5\u0000' },
      stage.game('f6', HOUR, { 'nor\u0000th': [2, 3.5, 4] }),
      { ...stage.game('g7', HOUR), sport_key: 'soccer_epl\u0000' },
      good,
    ]
    expect(await poller.pollOdds(LEAGUE)).toMatchObject({ listed: 1 })
    expect(stage.model.events).toMatchObject([{ type: 'FixtureListed', data: { providerId: good.id } }])
    expect(await quotes()).toEqual(['away 4.00 north', 'draw 3.50 north', 'home 2.00 north'])
  })

  it.each<[string, (event: Record<string, unknown>) => unknown, string[]]>([
    ['a bookmaker without a price', withNullPrice, ['away 3.80 south', 'draw 3.30 south', 'home 1.90 south']],
    ['bookmakers that are no list', (event) => ({ ...event, bookmakers: null }), []],
    ['a start that is no time', (event) => ({ ...event, commence_time: 'soon' }), []],
    ['text that cannot be stored', (event) => ({ ...event, more: '\u0000' }), []],
  ])('counts a game with %s as listed, so that no other id continues it', async (_what, broken, prices) => {
    const books = { north: [2, 3.5, 4], south: [1.9, 3.3, 3.8] } as const
    stage.provider.odds = [stage.game('a1', HOUR, books)]
    await poller.pollOdds(LEAGUE)
    await stage.pool.query('delete from app.pinned_bookmaker')
    for (let time = 0; time < 2; time++) {
      stage.clock.advance(MINUTE)
      const event = stage.game('a1', HOUR - (time + 1) * MINUTE, books)
      stage.provider.odds = [broken(event) as OddsEvent, stage.game('b2', HOUR, {})]
      await poller.pollOdds(LEAGUE)
    }
    const { rows } = await stage.pool.query('select absences from app.provider_listing')
    expect(rows).toEqual([{ absences: 0 }, { absences: 0 }])
    expect(await quotes()).toEqual(prices)
  })

  it('continues to price known games while the log accepts no new ones', async () => {
    stage.provider.odds = [stage.game('a1', HOUR)]
    await poller.pollOdds(LEAGUE)
    stage.clock.advance(MINUTE)
    stage.provider.odds = [stage.game('b2', HOUR), stage.game('a1', HOUR - MINUTE, { north: [2.1, 3.5, 3.9] })]
    const away = stage.poller({
      fixtures: {
        execute: async () => {
          throw new Error('the log is away')
        },
      },
    })
    await expect(away.pollOdds(LEAGUE)).rejects.toThrow('the log is away')
    expect(await quotes()).toEqual(['away 3.90 north', 'draw 3.50 north', 'home 2.10 north'])
    stage.clock.advance(MINUTE)
    expect(await poller.pollOdds(LEAGUE)).toMatchObject({ listed: 1 })
  })
})
