import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { BetLeg, Game } from '#services/contract/contract.ts'
import { gameQuery } from '#ui/data/games.ts'
import { notify } from '#ui/lib/toasts.ts'
import { type Selection, selectionOf } from '#ui/model/slip/selection.ts'
import { useSlip } from '#ui/model/slip/slip-context.ts'

const GAMES_OVER = 'The games of this bet are over'
const NOT_OFFERED = 'No longer offered'

/** `gone`: why it cannot be bet again; null while it may be. */
type BetAgain = { isBusy: boolean; gone: string | null; again: () => Promise<void> }

/** Puts those selections of a bet back into the slip that are still offered, at the prices of now. */
export function useBetAgain(legs: BetLeg[]): BetAgain {
  const client = useQueryClient()
  const slip = useSlip()
  const latest = useRef(slip)
  latest.current = slip
  const [isBusy, setIsBusy] = useState(false)
  const [isGone, setIsGone] = useState(false)
  const again = async () => {
    setIsBusy(true)
    const found = await Promise.all(legs.map((leg) => offeredNow(client, leg)))
    setIsBusy(false)
    const selections = found.filter((selection) => selection !== null)
    setIsGone(selections.length === 0)
    for (const selection of selections) latest.current.add(selection)
    const missing = legs.length - selections.length
    if (selections.length > 0 && missing > 0)
      notify(`${missing} of ${legs.length} selections: ${NOT_OFFERED.toLowerCase()}`)
    if (selections.length > 0) latest.current.setOpen(true)
  }
  const areOver = legs.every((leg) => leg.result !== null)
  return { isBusy, gone: areOver ? GAMES_OVER : isGone ? NOT_OFFERED : null, again }
}

async function offeredNow(client: QueryClient, leg: BetLeg): Promise<Selection | null> {
  if (leg.result !== null) return null
  try {
    const game = await client.fetchQuery({ ...gameQuery(leg.sport_key, leg.eventId), staleTime: 5_000 })
    return game.bettable && !game.completed && game.stale !== true ? pickOf(game, leg) : null
  } catch {
    return null
  }
}

function pickOf(game: Game, leg: BetLeg): Selection | null {
  const market = game.bookmakers[0]?.markets.find(({ key }) => key === leg.marketName)
  const at = market?.outcomes.findIndex(
    // a leg's name has its line: 'Over 2.5'
    ({ name, point }) =>
      point === leg.point && (name === leg.selection || (point !== undefined && leg.selection.startsWith(`${name} `))),
  )
  return at === undefined || at === -1 ? null : selectionOf(game, leg.marketName, at)
}
