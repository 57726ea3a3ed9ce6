import { describe, expect, it } from 'vitest'
import { gradePick } from './grade-market.ts'
import { basisOf, canBeSettled, hasLine, isLine, type MarketKind, marketOf, selectionsOf } from './markets.ts'

const KINDS: readonly MarketKind[] = [
  'h2h',
  'h2h_3_way',
  'draw_no_bet',
  'double_chance',
  'btts',
  'spreads',
  'totals',
  'team_totals',
]

describe('a market key', () => {
  it.each([
    ['h2h', 'h2h', null],
    ['h2h_3_way', 'h2h_3_way', null],
    ['h2h_3_way_p1', 'h2h_3_way', 'p1'],
    ['h2h_q4', 'h2h', 'q4'],
    ['alternate_spreads', 'spreads', null],
    ['alternate_spreads_h1', 'spreads', 'h1'],
    ['totals_h2', 'totals', 'h2'],
    ['team_totals', 'team_totals', null],
    ['alternate_team_totals_q2', 'team_totals', 'q2'],
    ['totals_1st_5_innings', 'totals', '1st_5_innings'],
    ['btts', 'btts', null],
    ['draw_no_bet', 'draw_no_bet', null],
    ['double_chance_h1', 'double_chance', 'h1'],
  ])('%s is of kind %s', (key, kind, period) => expect(marketOf(key)).toEqual({ kind, period }))
  it.each([
    'h2h_lay',
    'outrights',
    'correct_score',
    'player_points',
    'totals_corners',
    'h2h_q5',
    'alternate_',
    'xh2h',
    'h2h ',
    'constructor',
    '',
  ])('%j could not be settled', (key) => {
    expect(marketOf(key)).toBeNull()
    expect(canBeSettled(key, 'home', undefined)).toBe(false)
  })
})

describe('a line', () => {
  it.each(['0', '-1', '2.5', '-0.25', '1.75', '-1.50', '3.0', '222.00'])('may be %s', (point) =>
    expect(isLine(point)).toBe(true),
  )
  it.each(['2.3', '0.1', '1.', '.5', '-', '', '+1', '2.250', '99999', '1e1'])('may not be %j', (point) =>
    expect(isLine(point)).toBe(false),
  )
})

describe('a selection', () => {
  it('can be bet on with a line if its market has lines, and only then', () => {
    for (const kind of KINDS) {
      for (const selection of selectionsOf(kind)) {
        expect(canBeSettled(kind, selection, undefined)).toBe(!hasLine(kind))
        expect(canBeSettled(kind, selection, '-1.75')).toBe(hasLine(kind))
        expect(canBeSettled(kind, selection, '1.3')).toBe(false)
      }
      expect(canBeSettled(kind, 'neither', hasLine(kind) ? '1.5' : undefined)).toBe(false)
    }
  })
  it('wins as often as its kind allows, at every score', () => {
    for (const home of [0, 1, 2, 3]) {
      for (const away of [0, 1, 2, 3]) {
        const grades = (kind: MarketKind, point?: string) =>
          selectionsOf(kind).map(
            (selection) =>
              gradePick(
                kind,
                { selection, drawOffered: true, ...(point === undefined ? {} : { point }) },
                { home, away },
              ).grade,
          )
        expect(grades('h2h').filter((grade) => grade === 'won')).toHaveLength(1)
        expect(grades('double_chance').filter((grade) => grade === 'won')).toHaveLength(2)
        expect(grades('btts').toSorted()).toEqual(['lost', 'won'])
        expect(['lost,won', 'void,void']).toContain(grades('draw_no_bet').toSorted().join())
        for (const point of ['0.25', '0.5', '1', '1.75', '2', '2.25']) {
          // over and under the same line have opposite grades
          expect(MIRROR[grades('totals', point)[0]!]).toBe(grades('totals', point)[1])
        }
      }
    }
  })
  it('on a line has the opposite grade of its mirror', () => {
    for (const lead of [-3, -2, -1, 0, 1, 2, 3]) {
      for (const line of [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25]) {
        const score = { home: 3 + lead, away: 3 }
        const home = gradePick('spreads', { selection: 'home', point: `-${line}`, drawOffered: false }, score)
        const away = gradePick('spreads', { selection: 'away', point: String(line), drawOffered: false }, score)
        expect(MIRROR[home.grade]).toBe(away.grade)
      }
    }
  })
  it('throws without its line', () =>
    expect(() => gradePick('totals', { selection: 'over', drawOffered: false }, { home: 1, away: 0 })).toThrow(
      RangeError,
    ))
})

const MIRROR = { won: 'lost', 'half-won': 'half-lost', void: 'void', 'half-lost': 'half-won', lost: 'won' } as const

describe('what decides a market', () => {
  it.each([
    ['soccer_epl', 'h2h', false, 'regulation'],
    ['soccer_epl', 'totals', false, 'regulation'],
    ['soccer_fifa_world_cup', 'team_totals', false, 'regulation'],
    ['icehockey_nhl', 'h2h', false, 'final'],
    ['icehockey_nhl', 'h2h', true, 'regulation'],
    ['icehockey_nhl', 'h2h_3_way', false, 'regulation'],
    ['icehockey_nhl', 'totals', false, 'final'],
    ['icehockey_nhl', 'alternate_spreads', false, 'final'],
    ['icehockey_nhl', 'draw_no_bet', false, 'regulation'],
    ['handball_germany_bundesliga', 'double_chance', false, 'regulation'],
    ['basketball_nba', 'btts', false, 'final'],
    ['cricket_test_match', 'h2h', true, 'by-hand'],
    ['cricket_test_match', 'totals', false, 'by-hand'],
    ['soccer_epl', 'correct_score', false, 'by-hand'],
  ])('%s %s with a draw on offer (%s): %s', (league, market, drawOffered, basis) =>
    expect(basisOf(league, market, drawOffered)).toBe(basis),
  )
})
