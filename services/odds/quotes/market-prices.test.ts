// Every market on offer, as the provider sends it.
import { describe, expect, it } from 'vitest'
import type { FeedMarket, OddsEvent } from '../provider/wire.ts'
import { ADDITIONAL_MARKETS, FEATURED_MARKETS, marketsToAsk } from './offered-markets.ts'
import { pricesOf } from './prices.ts'

const AT = '2026-11-20T12:00:00Z'
type Outcome = FeedMarket['outcomes'][number]
const eventOf = (key: string, outcomes: Outcome[], sport_key = 'soccer_epl'): OddsEvent => ({
  id: 'a1',
  sport_key,
  sport_title: sport_key,
  commence_time: AT,
  home_team: 'Arsenal',
  away_team: 'Chelsea',
  bookmakers: [{ key: 'north', title: 'North', markets: [{ key, last_update: AT, outcomes }] }],
})
const offered = (key: string, outcomes: Outcome[], sport?: string) => {
  const { prices, problems } = pricesOf(eventOf(key, outcomes, sport), 'north')
  return { names: prices.map(({ selection, point, name, odds }) => [selection, point, name, odds]), problems }
}

describe('a market', () => {
  it('of handicaps has both sides of each line', () => {
    const { names } = offered('spreads', [
      { name: 'Chelsea', price: 1.9, point: 0.25 },
      { name: 'Arsenal', price: 1.95, point: -0.25 },
    ])
    expect(names).toEqual([
      ['away', '0.25', 'Chelsea +0.25', '1.90'],
      ['home', '-0.25', 'Arsenal -0.25', '1.95'],
    ])
    const level = offered('spreads', [
      { name: 'Arsenal', price: 1.9, point: -0 },
      { name: 'Chelsea', price: 1.9, point: 0 },
    ])
    expect(level.names.map(([, , name]) => name)).toEqual(['Arsenal 0', 'Chelsea 0'])
  })
  it('of totals leaves out lines with one side, and lines that no rule can split', () => {
    const { names, problems } = offered('alternate_totals', [
      { name: 'Over', price: 1.85, point: 2.5 },
      { name: 'Under', price: 1.95, point: 2.5 },
      { name: 'Over', price: 1.3, point: 1.5 },
      { name: 'Over', price: 1.8, point: 2.3 },
      { name: 'Under', price: 1.8, point: 2.3 },
    ])
    expect(names.map(([, , name]) => name)).toEqual(['Over 2.5', 'Under 2.5'])
    expect([...problems]).toEqual([])
  })
  it('of team totals names the team by its description', () => {
    const { names } = offered('team_totals', [
      { name: 'Over', description: 'Chelsea', price: 2.1, point: 1.5 },
      { name: 'Under', description: 'Chelsea', price: 1.7, point: 1.5 },
    ])
    expect(names).toEqual([
      ['away-over', '1.5', 'Chelsea Over 1.5', '2.10'],
      ['away-under', '1.5', 'Chelsea Under 1.5', '1.70'],
    ])
  })
  it.each([
    ['Arsenal or Draw', 'Draw or Chelsea', 'Chelsea or Arsenal'],
    ['Draw/Arsenal', 'Chelsea/Draw', 'Arsenal/Chelsea'],
  ])('of double chances is read in any order: %s', (one, two, three) => {
    const { names } = offered('double_chance', [
      { name: one, price: 1.3 },
      { name: two, price: 1.6 },
      { name: three, price: 1.25 },
    ])
    expect(names.map(([selection, , name]) => [selection, name])).toEqual([
      ['home-draw', 'Arsenal or Draw'],
      ['draw-away', 'Draw or Chelsea'],
      ['home-away', 'Arsenal or Chelsea'],
    ])
  })
  it('of both teams to score, and without the draw', () => {
    expect(
      offered('btts', [
        { name: 'Yes', price: 1.8 },
        { name: 'No', price: 2 },
      ]).names.map(([selection]) => selection),
    ).toEqual(['yes', 'no'])
    expect(
      offered('draw_no_bet', [
        { name: 'Chelsea', price: 1.8 },
        { name: 'Arsenal', price: 2 },
      ]).names.map(([selection]) => selection),
    ).toEqual(['away', 'home'])
  })
  it.each([
    ['h2h_lay', 'soccer_epl'],
    ['h2h_q1', 'basketball_nba'],
    ['totals_h1', 'soccer_epl'],
    ['player_points', 'basketball_nba'],
    ['btts', 'basketball_nba'],
    ['draw_no_bet', 'basketball_nba'],
    ['totals', 'tennis_atp_us_open'],
  ])('%s of %s is not offered, and no problem', (key, sport) => {
    const { names, problems } = offered(
      key,
      [
        { name: 'Arsenal', price: 1.9, point: 1.5 },
        { name: 'Chelsea', price: 1.9, point: 1.5 },
      ],
      sport,
    )
    expect([names, [...problems]]).toEqual([[], []])
  })
  it.each([
    [
      'missing-side',
      [
        { name: 'Arsenal', price: 1.9 },
        { name: 'Draw', price: 3.4 },
      ],
    ],
    [
      'missing-side',
      [
        { name: 'Arsenal', price: 1.9 },
        { name: 'Chelsea', price: 1.9 },
      ],
    ],
    [
      'unreadable',
      [
        { name: 'Arsenal', price: 1.9 },
        { name: 'Arsenal', price: 1.9 },
      ],
    ],
    [
      'unreadable',
      [
        { name: 'Arsenal', price: 0.5 },
        { name: 'Draw', price: 3.4 },
        { name: 'Chelsea', price: 4 },
      ],
    ],
    // ten times too much for one side, and for all
    [
      'implausible',
      [
        { name: 'Arsenal', price: 20 },
        { name: 'Draw', price: 3.4 },
        { name: 'Chelsea', price: 4 },
      ],
    ],
    [
      'implausible',
      [
        { name: 'Arsenal', price: 20 },
        { name: 'Draw', price: 34 },
        { name: 'Chelsea', price: 40 },
      ],
    ],
    [
      'implausible',
      [
        { name: 'Arsenal', price: 1.2 },
        { name: 'Draw', price: 1.3 },
        { name: 'Chelsea', price: 4 },
      ],
    ],
  ])('is suspended as %s: %j', (problem, outcomes) => {
    const { names, problems } = offered('h2h', outcomes)
    expect([names, [...problems]]).toEqual([[], [['h2h', problem]]])
  })
  it.each<[string, Outcome[]]>([
    ['double_chance', ['Arsenal or Draw', 'Draw or Chelsea'].map((name) => ({ name, price: 1.3 }))],
    [
      'team_totals',
      ['Arsenal', 'Chelsea'].map((description) => ({ name: 'Over', description, price: 1.9, point: 1.5 })),
    ],
    ['h2h_3_way', ['Arsenal', 'Chelsea'].map((name) => ({ name, price: 1.9 }))],
    ['btts', [{ name: 'Yes', price: 1.9 }]],
  ])('of %s without all its sides is suspended', (key, outcomes) => {
    const { names, problems } = offered(key, outcomes)
    expect([names, [...problems]]).toEqual([[], [[key, 'missing-side']]])
  })
  it('that is listed twice counts once, as listed first', () => {
    const event = eventOf('btts', [
      { name: 'Yes', price: 1.8 },
      { name: 'No', price: 2 },
    ])
    const [book] = event.bookmakers
    const [market] = book!.markets
    const other = { ...market!, outcomes: market!.outcomes.map(({ name }) => ({ name, price: 1.9 })) }
    const twice = { ...event, bookmakers: [{ ...book!, markets: [market!, other] }] }
    expect(pricesOf(twice, 'north').prices.map(({ odds }) => odds)).toEqual(['1.80', '2.00'])
  })
  it('pays back at most a twentieth more than it takes in', () => {
    const totals = (price: number) =>
      offered('totals', [
        { name: 'Over', price, point: 2.5 },
        { name: 'Under', price, point: 2.5 },
      ])
    // 95.2 and 94.3 percent
    expect([...totals(2.1).problems]).toEqual([])
    expect([...totals(2.12).problems]).toEqual([['totals', 'implausible']])
  })
  it('with a placeholder keeps its prices, suspended', () => {
    const { names, problems } = offered('h2h', [
      { name: 'Arsenal', price: 1.01 },
      { name: 'Draw', price: 41 },
      { name: 'Chelsea', price: 501 },
    ])
    expect([names.length, [...problems]]).toEqual([3, [['h2h', 'placeholder']]])
  })
})

it.each([
  ['soccer_epl', FEATURED_MARKETS, ['h2h', 'spreads', 'totals']],
  ['soccer_epl', ADDITIONAL_MARKETS, [...ADDITIONAL_MARKETS]],
  [
    'basketball_nba',
    ADDITIONAL_MARKETS,
    ['team_totals', 'alternate_spreads', 'alternate_totals', 'alternate_team_totals'],
  ],
  ['tennis_atp_us_open', FEATURED_MARKETS, ['h2h']],
  // without scores there is nothing to add up
  ['baseball_kbo', FEATURED_MARKETS, ['h2h']],
  ['baseball_kbo', ADDITIONAL_MARKETS, []],
])('of %s those are asked for that can be settled, of %j', (league, keys, asked) =>
  expect(marketsToAsk(league, keys)).toEqual(asked),
)
