// Open bets by their fixtures.
import type { OpenBet } from './entities.ts'
import type { State } from './state.ts'

type Open = Pick<State, 'openOn'>

export function listOpen({ openOn }: Open, bet: OpenBet): void {
  for (const { fixture } of bet.legs) {
    const bets = openOn.get(fixture)
    if (bets === undefined) openOn.set(fixture, new Set([bet]))
    else bets.add(bet)
  }
}

export function unlistOpen({ openOn }: Open, bet: OpenBet): void {
  for (const { fixture } of bet.legs) {
    const bets = openOn.get(fixture)
    if (bets?.delete(bet) && bets.size === 0) openOn.delete(fixture)
  }
}
