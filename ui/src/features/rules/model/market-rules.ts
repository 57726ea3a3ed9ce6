// What each market is, in words, and worked examples that are graded by the settlement's own rules: the page cannot say
// one thing and the settlement do another.
import { gradePick, type PickedSelection } from '#domain/settlement/grade-market.ts'
import { type MarketKind, marketOf, selectionsOf } from '#domain/settlement/markets.ts'
import { selectionName } from '#domain/settlement/selection-names.ts'
import { printedName } from '#ui/model/outcome-name.ts'

type Pick = { selection: string; point?: string; drawOffered?: boolean; score: readonly [home: number, away: number] }
type Rule = {
  /** The provider's keys besides the kind's own. */
  also: readonly string[]
  text: string
  /** What is neither won nor lost. */
  stakeBack: string
  examples: readonly Pick[]
}

const QUARTERS =
  'A quarter line is two half stakes on the lines beside it: a quarter short of it, half of the stake is lost and half comes back; a quarter beyond it, half wins and half comes back.'

export const RULES: Readonly<Record<MarketKind, Rule>> = {
  h2h: {
    also: [],
    text: 'Who wins the game. Where a draw is on offer, it is one of the three results.',
    stakeBack: 'A level game where no draw was on offer.',
    examples: [
      { selection: 'home', drawOffered: true, score: [2, 1] },
      { selection: 'home', drawOffered: true, score: [1, 1] },
      { selection: 'draw', drawOffered: true, score: [1, 1] },
      { selection: 'away', score: [3, 3] },
    ],
  },
  h2h_3_way: {
    also: [],
    text: 'Home, draw or away at the end of regulation time, in sports that would play on.',
    stakeBack: 'Never.',
    examples: [
      { selection: 'draw', drawOffered: true, score: [3, 3] },
      { selection: 'home', drawOffered: true, score: [3, 3] },
    ],
  },
  draw_no_bet: {
    also: [],
    text: 'Who wins, with the stake back if nobody does.',
    stakeBack: 'A draw.',
    examples: [
      { selection: 'home', score: [1, 0] },
      { selection: 'home', score: [1, 1] },
      { selection: 'home', score: [0, 1] },
    ],
  },
  double_chance: {
    also: [],
    text: 'Two of the three results at once: it wins if either of them comes true.',
    stakeBack: 'Never.',
    examples: [
      { selection: 'home-draw', score: [1, 1] },
      { selection: 'home-away', score: [1, 1] },
    ],
  },
  btts: {
    also: [],
    text: 'Whether both teams score. A goal counts for the team that it is given to.',
    stakeBack: 'Never.',
    examples: [
      { selection: 'yes', score: [2, 1] },
      { selection: 'no', score: [2, 0] },
    ],
  },
  spreads: {
    also: ['alternate_spreads'],
    text: `The line is added to the team’s own score, which must then be above the other’s. ${QUARTERS}`,
    stakeBack: 'Level with the line added.',
    examples: [
      { selection: 'home', point: '-1.5', score: [2, 0] },
      { selection: 'home', point: '-1', score: [2, 1] },
      { selection: 'home', point: '-0.75', score: [2, 1] },
      { selection: 'away', point: '0.75', score: [2, 1] },
      { selection: 'away', point: '1.5', score: [2, 1] },
    ],
  },
  totals: {
    also: ['alternate_totals'],
    text: `Whether both scores together are over or under the line. ${QUARTERS}`,
    stakeBack: 'The total is the line.',
    examples: [
      { selection: 'over', point: '2.5', score: [2, 1] },
      { selection: 'under', point: '3', score: [2, 1] },
      { selection: 'over', point: '2.75', score: [2, 1] },
      { selection: 'under', point: '2.75', score: [2, 1] },
    ],
  },
  team_totals: {
    also: ['alternate_team_totals'],
    text: 'As the total, of one team’s score alone.',
    stakeBack: 'The team’s score is the line.',
    examples: [
      { selection: 'home-over', point: '1.5', score: [2, 0] },
      { selection: 'away-over', point: '1', score: [2, 1] },
      { selection: 'away-under', point: '0.5', score: [2, 1] },
    ],
  },
}

const TEAMS = { home: 'Home', away: 'Away' }
const GRADES = {
  won: 'Won',
  'half-won': 'Half won',
  void: 'Stake back',
  'half-lost': 'Half lost',
  lost: 'Lost',
} as const

/** 'Home -0.75', '2 - 1', 'Half won': graded as a bet would be. */
export function workedExamples(kind: MarketKind): { pick: string; score: string; grade: string }[] {
  return RULES[kind].examples.map(({ selection, point, drawOffered = false, score: [home, away] }) => {
    if (!selectionsOf(kind).includes(selection)) throw new RangeError(`${kind} has no ${selection}`)
    const pick: PickedSelection = { selection, drawOffered, ...(point === undefined ? {} : { point }) }
    const name = selectionName(kind, selection, point, TEAMS)
    const without = kind === 'h2h' && !drawOffered ? ', no draw on offer' : ''
    const { grade } = gradePick(kind, pick, { home, away })
    return { pick: `${printedName(name)}${without}`, score: `${home} - ${away}`, grade: GRADES[grade] }
  })
}

/** The section of the page with a market's rules, by the market's key. */
export function sectionOf(key: string): string {
  const market = marketOf(key)
  if (market === null) return 'other'
  return market.period === null ? market.kind : 'periods'
}
