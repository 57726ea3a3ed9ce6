// What open bets pay if an outcome comes: as they were struck, and at most by now. A parlay counts in full on each of
// its legs.
import { text } from '../../postgres/table-lines.ts'
import type { OpenBet } from '../../replay/entities.ts'
import { mostOf } from '../../rules/settlement/most.ts'
import type { WholeTable } from '../read-model.ts'

type Liability = {
  readonly outcome: readonly string[]
  singles: number
  stakes: number
  returns: number
  mostSingles: number
  parlays: number
  parlayReturns: number
  mostParlays: number
}

export const liability: WholeTable = {
  spec: {
    table: 'liability',
    columns: [
      'fixture_id',
      'market',
      'point',
      'selection',
      'singles',
      'stakes_cents',
      'returns_cents',
      'parlays',
      'parlay_returns_cents',
      'exposure_cents',
      'most_singles_cents',
      'most_parlays_cents',
      'most_cents',
    ],
  },
  keyColumns: 4,
  rows: (state) => {
    const outcomes = new Map<string, Liability>()
    for (const bet of state.openBets.values()) addBet(outcomes, bet, mostOf(bet, state))
    return {
      rowOf: (key) => {
        const found = outcomes.get(key)
        if (found === undefined) return null
        const { outcome, singles, stakes, returns, parlays, parlayReturns, mostSingles, mostParlays } = found
        const sums = [singles, stakes, returns, parlays, parlayReturns, returns + parlayReturns]
        return [...outcome.map(text), ...sums, mostSingles, mostParlays, mostSingles + mostParlays].join('\t')
      },
      keys: () => outcomes.keys(),
    }
  },
}

function addBet(outcomes: Map<string, Liability>, { legs, stakeCents, potentialCents }: OpenBet, most: number): void {
  for (const { fixture, market, point = '', selection } of legs) {
    const outcome = [fixture, market, point, selection]
    const key = outcome.join(' ')
    let sums = outcomes.get(key)
    if (sums === undefined) {
      sums = {
        outcome,
        singles: 0,
        stakes: 0,
        returns: 0,
        mostSingles: 0,
        parlays: 0,
        parlayReturns: 0,
        mostParlays: 0,
      }
      outcomes.set(key, sums)
    }
    if (legs.length === 1) {
      sums.singles += 1
      sums.stakes += stakeCents
      sums.returns += potentialCents
      sums.mostSingles += most
    } else {
      sums.parlays += 1
      sums.parlayReturns += potentialCents
      sums.mostParlays += most
    }
  }
}
