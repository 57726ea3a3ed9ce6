import { describe, expect, it } from 'vitest'
import type { Game } from '#services/contract/contract.ts'
import { outcomeName } from '#ui/model/outcome-name.ts'
import { aGame, NOW } from '#ui/testing/factories.ts'
import { lineGrids } from './line-grid.ts'
import { inOrder, mergeMarkets, type ShownMarket } from './shown-market.ts'

type Priced = Game['bookmakers'][number]['markets'][number]['outcomes'][number]
const withMarkets = (markets: Record<string, Priced[]>, game = aGame()): Game => ({
  ...game,
  bookmakers: [
    {
      ...game.bookmakers[0]!,
      markets: Object.entries(markets).map(([key, outcomes]) => ({ key, last_update: NOW, outcomes })),
    },
  ],
})
const total = (point: number): Priced[] => [
  { name: 'Over', price: 1.8, point },
  { name: 'Under', price: 2, point },
]
const h2h = (...names: string[]): Priced[] => names.map((name) => ({ name, price: 2 }))
const shown = (markets: ShownMarket[]) =>
  markets.map(({ key, outcomes }) => [
    key,
    ...outcomes.map((outcome) => [outcomeName(outcome), outcome.absence ?? 'priced'].join(' ')),
  ])

describe('the markets of a game', () => {
  it('keep the place of a market that was taken down, and of one of its sides', () => {
    const before = mergeMarkets([], withMarkets({ h2h: h2h('Arsenal', 'Chelsea', 'Draw'), btts: h2h('Yes', 'No') }))
    const after = mergeMarkets(before, withMarkets({ btts: h2h('No') }))
    expect(shown(after)).toEqual([
      ['h2h', 'Arsenal gone', 'Chelsea gone', 'Draw gone'],
      ['btts', 'No priced', 'Yes gone'],
    ])
    const back = mergeMarkets(after, withMarkets({ h2h: h2h('Arsenal', 'Chelsea', 'Draw') }))
    expect(shown(back)[0]).toEqual(['h2h', 'Arsenal priced', 'Chelsea priced', 'Draw priced'])
  })

  it('keep the place of a side of the match result that never had a price', () => {
    const [market] = mergeMarkets([], withMarkets({ h2h: h2h('Chelsea', 'Draw') }))
    const sides = inOrder(aGame(), market!.outcomes)
    expect(sides.map(({ name, absence, index }) => [name, absence, index])).toEqual([
      ['Arsenal', 'missing', -1],
      ['Draw', null, 1],
      ['Chelsea', null, 0],
    ])
  })

  it('give the row of a line that is gone to a new line, or keep it if there is none', () => {
    const before = mergeMarkets([], withMarkets({ totals: [...total(2.5), ...total(3.5)] }))
    const fewer = mergeMarkets(before, withMarkets({ totals: total(3.5) }))
    expect(shown(fewer)).toEqual([['totals', 'Over 3.5 priced', 'Under 3.5 priced', 'Over 2.5 gone', 'Under 2.5 gone']])
    const moved = mergeMarkets(fewer, withMarkets({ totals: [...total(3.5), ...total(4.5)] }))
    expect(shown(moved)[0]).toHaveLength(5)
    expect(shown(moved)[0]).not.toContain('Over 2.5 gone')
  })

  it('never show lay prices', () => {
    expect(shown(mergeMarkets([], withMarkets({ h2h_lay: h2h('Arsenal') })))).toEqual([])
  })
})

describe('a grid of lines', () => {
  const game = aGame()
  const gridsOf = (key: string, outcomes: Priced[]) =>
    lineGrids(game, mergeMarkets([], withMarkets({ [key]: outcomes }, game))[0]!)

  it('has totals from the lowest line up, over before under', () => {
    const [grid] = gridsOf('alternate_totals', [...total(3.5), ...total(2.5).toReversed()])
    expect(grid?.rows.map(({ line, cells }) => [line, ...cells.map((cell) => cell?.name)])).toEqual([
      ['2.5', 'Over', 'Under'],
      ['3.5', 'Over', 'Under'],
    ])
  })

  it('has both sides of a spread on the home team’s line, and a place for a side without a price', () => {
    const [grid] = gridsOf('spreads', [
      { name: 'Chelsea', price: 1.9, point: 1.5 },
      { name: 'Arsenal', price: 1.9, point: -1.5 },
      { name: 'Arsenal', price: 1.3, point: 0.5 },
    ])
    expect(grid?.columns).toEqual(['Arsenal', 'Chelsea'])
    expect(grid?.rows.map(({ line, cells }) => [line, ...cells.map((cell) => cell?.point ?? null)])).toEqual([
      ['+0.5', 0.5, null],
      ['\u22121.5', -1.5, 1.5],
    ])
  })

  it('is split into one per team for team totals', () => {
    const grids = gridsOf('team_totals', [
      { name: 'Chelsea Over', price: 1.9, point: 1.5 },
      { name: 'Arsenal Over', price: 1.9, point: 1.5 },
      { name: 'Arsenal Under', price: 1.9, point: 1.5 },
    ])
    expect(grids.map(({ team, rows }) => [team, rows[0]?.cells.map((cell) => cell?.name ?? null)])).toEqual([
      ['Arsenal', ['Arsenal Over', 'Arsenal Under']],
      ['Chelsea', ['Chelsea Over', null]],
    ])
  })
})
