// What the bets that are open pay if an outcome comes: singles exactly, parlays on each of their legs in full.
import { text } from '../../postgres/table-lines.ts'
import type { OpenBet } from '../../replay/entities.ts'
import type { WholeTable } from '../read-model.ts'

type Liability = {
  readonly outcome: readonly string[]
  singles: number
  stakes: number
  returns: number
  parlays: number
  parlayReturns: number
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
    ],
  },
  keyColumns: 4,
  rows: ({ openBets }) => {
    const outcomes = new Map<string, Liability>()
    for (const bet of openBets.values()) addBet(outcomes, bet)
    return {
      rowOf: (key) => {
        const found = outcomes.get(key)
        if (found === undefined) return null
        const { outcome, singles, stakes, returns, parlays, parlayReturns } = found
        const sums = [singles, stakes, returns, parlays, parlayReturns, returns + parlayReturns]
        return [...outcome.map(text), ...sums].join('\t')
      },
      keys: () => outcomes.keys(),
    }
  },
}

function addBet(outcomes: Map<string, Liability>, { legs, stakeCents, potentialCents }: OpenBet): void {
  for (const { fixture, market, point = '', selection } of legs) {
    const outcome = [fixture, market, point, selection]
    const key = outcome.join(' ')
    let sums = outcomes.get(key)
    if (sums === undefined) {
      sums = { outcome, singles: 0, stakes: 0, returns: 0, parlays: 0, parlayReturns: 0 }
      outcomes.set(key, sums)
    }
    if (legs.length === 1) {
      sums.singles += 1
      sums.stakes += stakeCents
      sums.returns += potentialCents
    } else {
      sums.parlays += 1
      sums.parlayReturns += potentialCents
    }
  }
}
