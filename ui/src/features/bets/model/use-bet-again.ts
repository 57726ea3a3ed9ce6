import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { BetLeg, Game } from '#services/contract/contract.ts'
import { gameQuery } from '#ui/data/games.ts'
import { ApiError } from '#ui/lib/http/api-error.ts'
import { notify } from '#ui/lib/toasts.ts'
import { type Selection, selectionOf } from '#ui/model/slip/selection.ts'
import { useSlip } from '#ui/model/slip/slip-context.ts'

/**
 * Why a selection is not back in the slip. A suspended one, or one whose request failed, may be offered a moment later.
 */
const MISSING = {
  failed: 'Not answered: try again',
  suspended: 'Not offered right now',
  gone: 'No longer offered',
} as const
type Missing = keyof typeof MISSING

/**
 * `missing`: why nothing was put into the slip; `isGone`: for good. `isOver`: all games have their result, so there is
 * nothing to bet on.
 */
type BetAgain = {
  isOver: boolean
  isBusy: boolean
  missing: string | null
  isGone: boolean
  again: () => Promise<void>
}

/** Puts the selections of a bet that are still offered back into the slip, at the current prices. */
export function useBetAgain(legs: BetLeg[]): BetAgain {
  const client = useQueryClient()
  const slip = useSlip()
  const latest = useRef(slip)
  latest.current = slip
  const [isBusy, setIsBusy] = useState(false)
  const [missing, setMissing] = useState<Missing | null>(null)
  const again = async () => {
    setIsBusy(true)
    const found = await Promise.all(legs.map((leg) => offeredNow(client, leg)))
    setIsBusy(false)
    const selections = found.filter((one) => typeof one !== 'string')
    const why = (['failed', 'suspended', 'gone'] as const).find((reason) => found.includes(reason)) ?? null
    setMissing(selections.length === 0 ? why : null)
    if (selections.length === 0) return
    for (const selection of selections) latest.current.add(selection)
    const count = legs.length - selections.length
    if (why !== null) notify(`${count} of ${legs.length} selections: ${MISSING[why].toLowerCase()}`)
    latest.current.setOpen(true)
  }
  return {
    isOver: legs.every((leg) => leg.result !== null),
    isBusy,
    missing: missing && MISSING[missing],
    isGone: missing === 'gone',
    again,
  }
}

async function offeredNow(client: QueryClient, leg: BetLeg): Promise<Selection | Missing> {
  if (leg.result !== null) return 'gone'
  try {
    const game = await client.fetchQuery({ ...gameQuery(leg.sport_key, leg.eventId), staleTime: 5_000 })
    if (game.completed) return 'gone'
    return (game.bettable && game.stale !== true ? pickOf(game, leg) : null) ?? 'suspended'
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? 'gone' : 'failed'
  }
}

function pickOf(game: Game, leg: BetLeg): Selection | null {
  const market = game.bookmakers[0]?.markets.find(({ key }) => key === leg.marketName)
  const at = market?.outcomes.findIndex(
    // A leg's name includes its line: 'Over 2.5'.
    ({ name, point }) =>
      point === leg.point && (name === leg.selection || (point !== undefined && leg.selection.startsWith(`${name} `))),
  )
  return at === undefined || at === -1 ? null : selectionOf(game, leg.marketName, at)
}
