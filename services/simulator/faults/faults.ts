// All faults of the feed: those at fixed rates and those of the script.
import type { SimulatedGame } from '../schedule/simulated-game.ts'
import type { AnswerFaultKind, GameFault } from './game-fault.ts'
import { type FaultLevel, randomAnswerFault, randomFault } from './random-faults.ts'
import { gameFault, isActive, isOfGame, type Scripted } from './script.ts'

export type Faults = {
  readonly level: FaultLevel
  readonly script: readonly Scripted[]
  /** Whether games may be listed with another start than planned. */
  readonly mayMove: boolean
  ofGame(game: SimulatedGame): readonly GameFault[]
  /** What is wrong with replies about a league (null: about none, such as the list of sports). */
  ofAnswer(league: string | null, instant: number): { readonly kind: AnswerFaultKind; readonly delayMs: number } | null
  add(entries: readonly Scripted[]): void
  clear(): void
}

const SLOW_MS = 3_000
const NONE: readonly GameFault[] = []

export function createFaults(seed: string, level: FaultLevel): Faults {
  let script: Scripted[] = []
  let byGame = new Map<string, GameFault[]>()
  const set = (entries: Scripted[]) => {
    script = entries
    byGame = new Map()
    for (const entry of entries.filter(isOfGame)) {
      byGame.set(entry.key, [...(byGame.get(entry.key) ?? []), gameFault(entry)])
    }
  }
  // cached: a game's random faults never change, and a lookup is cheaper than drawing them
  const drawn = new WeakMap<SimulatedGame, readonly GameFault[]>()
  function random(game: SimulatedGame): readonly GameFault[] {
    let found = drawn.get(game)
    if (found === undefined) {
      const fault = randomFault(game, level)
      found = fault === null ? NONE : [fault]
      drawn.set(game, found)
    }
    return found
  }

  return {
    level,
    get script() {
      return script
    },
    get mayMove() {
      return level !== 'off' || byGame.size > 0
    },
    // a game in the script has no other faults, so that exactly what was ordered happens
    ofGame: (game) => byGame.get(game.key) ?? (level === 'off' ? NONE : random(game)),
    ofAnswer(league, instant) {
      for (const entry of script) {
        if (isOfGame(entry) || !isActive(entry, instant)) continue
        if (entry.league === null || entry.league === league) return { kind: entry.fault, delayMs: entry.delayMs }
      }
      const kind =
        randomAnswerFault(seed, null, instant, level) ?? (league && randomAnswerFault(seed, league, instant, level))
      return kind ? { kind, delayMs: SLOW_MS } : null
    },
    add: (entries) => set([...script, ...entries]),
    clear: () => set([]),
  }
}
