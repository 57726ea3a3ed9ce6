// Bets on every kind of market, and results with more or less detail, for random histories.
import type { Quote } from '../bet/bet-events.ts'
import type { Result } from '../fixture/commands.ts'
import type { DecidedSelection } from '../fixture/fixture-values.ts'
import { GRADES } from '../settlement/grades.ts'

export const FIXTURE_COUNT = 10

/** Of each fixture: football, ice hockey, basketball, a test match. */
const LEAGUES = [
  ...Array.from({ length: 6 }, () => 'soccer_epl'),
  'icehockey_nhl',
  'icehockey_nhl',
  'basketball_nba',
  'cricket_test_match',
]

type Bet = Pick<Quote, 'market' | 'selection' | 'point'>

const bet = (text: string): Bet => {
  const [market = '', pick = ''] = text.split(' ')
  const [selection = '', point] = pick.split(':')
  return point === undefined ? { market, selection } : { market, selection, point }
}

/** Every kind of market; quarter lines of both signs, and lines that push. */
export const BETS = [
  'h2h home',
  'h2h draw',
  'h2h away',
  'h2h_3_way draw',
  'h2h_3_way home',
  'draw_no_bet home',
  'draw_no_bet away',
  'double_chance home-draw',
  'double_chance home-away',
  'btts yes',
  'btts no',
  'spreads home:-0.25',
  'spreads home:0.25',
  'spreads away:-0.75',
  'spreads away:1',
  'alternate_spreads home:1.75',
  'totals over:1.75',
  'totals over:2.25',
  'totals under:2.25',
  'totals under:2',
  'team_totals home-over:1.25',
  'team_totals away-under:0.75',
  'totals_h1 over:0.5',
  'spreads_h1 away:0.25',
  'h2h_h1 home',
].map(bet)

const ODDS = ['1.01', '1.50', '1.91', '2.10', '3.33', '12.00', '999.00']

/** A quote on a fixture. No draw can be bet on in the first fixture's match result. */
export function randomQuote(fixture: number, which: number, odds: number): Partial<Quote> {
  return { ...BETS[which]!, league: LEAGUES[fixture]!, selectionName: 'A', odds: ODDS[odds]! }
}

/**
 * `way` 0: no result; 1: regulation time unknown; 2: a different score in regulation time; 3 and 4: with the first
 * half.
 */
export function randomScore(home: number, away: number, way: number): Pick<Result, 'score' | 'regulation' | 'periods'> {
  const score = { home, away }
  const level = Math.min(home, away)
  const periods = [{ name: 'h1', home: level, away: 0 }]
  switch (way) {
    case 0:
      return { score: null }
    case 1:
      return { score }
    case 2:
      return { score, regulation: { home: level, away: level } }
    case 3:
      return { score, regulation: score, periods }
    case 4:
      return { score, periods }
    default:
      return { score, regulation: score }
  }
}

/** Decides a market: every selection of it that histories bet on, or only the first one. */
export function randomDecision(market: string, grade: number, alone: boolean) {
  const selections = BETS.filter((one) => one.market === market).map(
    ({ market: _, ...selection }, n): DecidedSelection => ({
      ...selection,
      grade: GRADES[(grade + n) % GRADES.length]!,
    }),
  )
  return { market, selections: alone ? selections.slice(0, 1) : selections }
}
