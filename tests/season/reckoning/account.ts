// The account of a season: counts of bets and legs, and what must not happen.

import type { Reckoned } from './bets.ts'
import { SUPERSEDED, UNDECIDED } from './bets.ts'
import type { PlayedGame } from './games.ts'
import { wrongGrade } from './truth.ts'

export type Counts = Map<string, number>

export type SeasonAccount = {
  readonly bets: number
  readonly outcomes: Counts
  /** Bets that wait, by reason. */
  readonly queue: Counts
  /** Legs of bets by market, and of settled ones by grade and by reason of a void. */
  readonly markets: Counts
  readonly grades: Counts
  readonly voids: Counts
  /** Bets with a leg on a game with a fault: by fault and outcome. */
  readonly faults: Counts
  readonly wrong: string[]
}

const add = (counts: Counts, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

export function accountOf(bets: readonly Reckoned[], games: ReadonlyMap<string, PlayedGame>): SeasonAccount {
  const fresh = () => new Map<string, number>()
  const account: SeasonAccount = {
    ...{ bets: bets.length, outcomes: fresh(), queue: fresh(), markets: fresh(), grades: fresh(), voids: fresh() },
    ...{ faults: fresh(), wrong: [] },
  }
  for (const { legs, settlement, waitsFor } of bets) {
    const outcome = settlement?.outcome ?? 'open'
    add(account.outcomes, outcome)
    if (waitsFor !== null) add(account.queue, waitsFor)
    for (const leg of legs) {
      add(account.markets, leg.market)
      const fault = games.get(leg.fixture)?.fault
      if (fault) add(account.faults, `${fault}: ${outcome}`)
    }
    for (const graded of settlement?.legs ?? []) {
      add(account.grades, graded.grade)
      if (graded.voidReason !== undefined) add(account.voids, graded.voidReason)
      const game = games.get(graded.fixture)
      const leg = legs[graded.leg]!
      const wrong = game === undefined ? `${leg.fixture} was never listed` : wrongGrade(leg, graded, game)
      // a bet whose settlement was superseded still has its former grade
      if (wrong !== null && waitsFor !== SUPERSEDED) account.wrong.push(wrong)
    }
  }
  return account
}

/** Reasons to wait that nobody is going to resolve. */
export const forgotten = ({ queue }: SeasonAccount): string[] =>
  [...queue.keys()].filter((why) => why !== SUPERSEDED && !why.startsWith(UNDECIDED))

const lines = (title: string, counts: Counts): string[] => [
  title,
  ...[...counts].toSorted(([, a], [, b]) => b - a).map(([key, count]) => `  ${String(count).padStart(7)}  ${key}`),
]

export const accountText = (account: SeasonAccount): string =>
  [
    `${account.bets} bets`,
    ...lines('by outcome', account.outcomes),
    ...lines('in the queue', account.queue),
    ...lines('legs by market', account.markets),
    ...lines('legs by grade', account.grades),
    ...lines('void legs by reason', account.voids),
    ...lines('legs on games with a fault, by what became of the bet', account.faults),
    ...account.wrong.map((line) => `WRONG ${line}`),
  ].join('\n')
