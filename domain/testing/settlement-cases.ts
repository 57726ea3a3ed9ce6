// The settlement cases of domain/settlement/cases.tsv as bets and outcomes. The notation of a row is explained in
// docs/settlement.md.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Quote } from '../bet/bet-events.ts'
import type { Period } from '../fixture/events.ts'
import type { DecidedMarket, FixtureOutcome } from '../fixture/fixture-outcome.ts'
import type { DecidedSelection, Score } from '../fixture/fixture-values.ts'
import { at, id, quoteOf, twoWay } from './samples.ts'

/** The grade of a leg; null if the settlement does not name it. */
export type ExpectedGrade = { readonly grade: string; readonly voidReason?: string } | null

export type SettlementCase = {
  /** The row, as a name for the test. */
  readonly name: string
  readonly source: string
  readonly stakeCents: number
  readonly quotes: readonly Quote[]
  /** Outcomes of the games that ended, in the order of the legs. The bet was placed at `at(0)`. */
  readonly outcomes: readonly FixtureOutcome[]
  /** Null: undecided. */
  readonly expected: {
    readonly grades: readonly ExpectedGrade[]
    readonly outcome: string
    readonly returnCents: number
  } | null
}

const CASES_FILE = join(import.meta.dirname, '../settlement/cases.tsv')

/** Every row of the table. Throws on a row that is incomplete. */
export const settlementCases = (): readonly SettlementCase[] =>
  readFileSync(CASES_FILE, 'utf8').trimEnd().split('\n').slice(1).map(caseOf)

const centsOf = (euros: string): number => Number(euros.replace('.', ''))
const RESULT_VERSION = 3
const HAND_VERSION = 5

function caseOf(row: string): SettlementCase {
  const cells = row.split('\t')
  if (cells.length !== 8) throw new Error(`not a case: ${row}`)
  const [league = '', stake = '', bet = '', games = '', grades = '', outcome = '', paid = '', source = ''] = cells
  const ended = games.split(' & ').map((game, n) => outcomeOf(game, id(`game ${n}`)))
  const quotes = bet.split(' & ').map((leg, n) => quoteFrom(leg, league, id(`game ${n}`)))
  if (ended.length !== quotes.length) throw new Error(`not a game for each leg: ${row}`)
  const settled = { grades: grades.split(' ').map(gradeOf), outcome, returnCents: centsOf(paid) }
  return {
    name: `${league}: ${stake} on ${bet}; ${games}`,
    source,
    stakeCents: centsOf(stake),
    quotes,
    outcomes: ended.filter((one) => one !== null),
    expected: grades === 'undecided' ? null : settled,
  }
}

/** 'spreads home:-0.25 1.91'; 'h2h/draw home 2.10' if a draw could be bet on. */
function quoteFrom(leg: string, league: string, fixture: string): Quote {
  const [key = '', pick = '', odds = ''] = leg.split(' ')
  const [market = '', draw] = key.split('/')
  const [selection = '', point] = pick.split(':')
  const plain = twoWay(quoteOf({ fixture, league, market, selection, odds }))
  return { ...plain, ...(point === undefined ? {} : { point }), ...(draw === undefined ? {} : { drawOffered: true }) }
}

/** 'won', 'void(push)', '-' for a leg that is not named. */
function gradeOf(text: string): ExpectedGrade {
  if (text === '-') return null
  const [grade = '', voidReason] = text.replace(')', '').split('(')
  return voidReason === undefined ? { grade } : { grade, voidReason }
}

const scoreOf = (text: string): Score => {
  const [home, away] = text.split('-').map(Number)
  return { home: home!, away: away! }
}

/** '2-1 reg 1-1 h1 1-0 hand h2h home won'; 'late 2-1', 'none', 'abandoned:cancelled', '-' while it has not ended. */
function outcomeOf(game: string, fixture: string): FixtureOutcome | null {
  const late = game.startsWith('late ')
  const [ending = '', ...rest] = game.replace('late ', '').split(' ')
  const closed = { fixture, version: RESULT_VERSION, closedAt: late ? at(0) : at(9_000) }
  if (ending === '-') return null
  const [, why] = ending.split('abandoned:')
  if (why !== undefined) return { ...closed, kind: 'abandoned', why }
  const score = ending === 'none' ? null : scoreOf(ending)
  let regulation = score
  const periods: Period[] = []
  const decided: DecidedMarket[] = []
  while (rest.length > 0) {
    const word = rest.shift()!
    if (word === 'hand') decided.push(decisionOf(rest.splice(0, 3)))
    else if (word !== 'reg') periods.push({ name: word, ...scoreOf(rest.shift()!) })
    else {
      const known = rest.shift()!
      regulation = known === '?' ? null : scoreOf(known)
    }
  }
  return {
    ...closed,
    kind: 'result',
    score,
    ...(regulation === null ? {} : { regulation }),
    ...(periods.length === 0 ? {} : { periods }),
    ...(decided.length === 0 ? {} : { decided }),
  }
}

function decisionOf([market = '', pick = '', grade = '']: readonly string[]): DecidedMarket {
  const [selection = '', point] = pick.split(':')
  const decision = { selection, grade: grade as DecidedSelection['grade'], ...(point === undefined ? {} : { point }) }
  return { market, version: HAND_VERSION, selections: [decision] }
}
