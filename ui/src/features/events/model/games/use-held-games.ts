// Keeps the games of a section still while they are on screen: whatever starts, ends or is added, no card moves.
import { useState } from 'react'
import type { Game } from '#services/contract/contract.ts'

/** How many cards take the place of the notice of an empty section, which is as high as one of them. */
const IN_PLACE_OF_NOTICE = 1

type Holding = {
  /** Whether the visitor sees the section. */
  isSeen: boolean
  /** Whether `current` comes from the server: games of an earlier visit are not held. Once held, they stay so. */
  isReady: boolean
  /** What the visitor has chosen. Another choice shows its games at once. */
  filter: string | null
}

type Held = { readonly games: readonly Game[]; readonly filter: string | null }

/**
 * The games that the section had when it came on screen, each in its latest state. New ones wait until the visitor asks
 * for them, or until the section is out of sight. `known`: the lists with the latest states, the first of which wins; a
 * game that none of them has stays too, closed for bets.
 */
export function useHeldGames(
  current: Game[] | undefined,
  known: readonly (Game[] | undefined)[],
  { isSeen, isReady, filter }: Holding,
) {
  const [held, setHeld] = useState<Held | null>(null)
  const show = () => current && setHeld({ games: current, filter })
  const isHeld = isSeen && held?.filter === filter
  if (current === undefined) return { games: undefined, waiting: 0, show }
  const games = isHeld ? keep(held.games, current, known) : current
  if ((held !== null || isReady) && (held?.filter !== filter || !areSame(held.games, games))) setHeld({ games, filter })
  const shown = new Set(games.map(({ id }) => id))
  return { games, waiting: isHeld ? current.filter(({ id }) => !shown.has(id)).length : 0, show }
}

function keep(held: readonly Game[], current: Game[], known: readonly (Game[] | undefined)[]): Game[] {
  if (held.length === 0) return current.slice(0, IN_PLACE_OF_NOTICE)
  const latest = new Map([current, ...known].toReversed().flatMap((list = []) => list.map((game) => [game.id, game])))
  return held.map((game) => latest.get(game.id) ?? (game.bettable ? { ...game, bettable: false } : game))
}

const areSame = (a: readonly Game[], b: readonly Game[]): boolean =>
  a.length === b.length && a.every((game, index) => game === b[index])
