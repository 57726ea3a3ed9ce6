// The index of open bets by fixture.
import type { OpenBet } from './entities.ts'
import type { State } from './state.ts'

type Open = Pick<State, 'openOn'>

export function listOpen({ openOn }: Open, { owner, legs }: OpenBet): void {
  for (const { fixture } of legs) {
    const bets = openOn.get(fixture)
    if (bets === undefined) openOn.set(fixture, new Set([owner]))
    else bets.add(owner)
  }
}

export function unlistOpen({ openOn }: Open, { owner, legs }: OpenBet): void {
  for (const { fixture } of legs) {
    const bets = openOn.get(fixture)
    if (bets?.delete(owner) && bets.size === 0) openOn.delete(fixture)
  }
}
