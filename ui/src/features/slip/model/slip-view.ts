// The slip at this moment: each selection against the price on offer, the totals, and what forbids placing.
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { centsFromText } from '#domain/money.ts'
import type { Game, User } from '#services/contract/contract.ts'
import { gameQuery } from '#ui/data/games.ts'
import { ApiError } from '#ui/lib/http/api-error.ts'
import { parseCents } from '#ui/lib/money.ts'
import { useSession } from '#ui/lib/session.ts'
import type { Placement } from '#ui/model/slip/placement.ts'
import { type SlipMode, type SlipState, slipMode } from '#ui/model/slip/reducer.ts'
import { useSlipEditor } from '#ui/model/slip/slip-context.ts'
import { parlayTotals, singlesTotals, type Totals } from '#ui/model/slip/stake.ts'
import { type Blocker, findBlocker } from './placement-rules.ts'
import { buildSlipLine, type SlipLine } from './slip-line.ts'

export interface SlipView {
  mode: SlipMode
  lines: SlipLine[]
  totals: Totals
  blocker: Blocker | null
  balanceCents: number | null
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

export function useSlipView(): SlipView {
  const { state, placement } = useSlipEditor()
  const user = useSession()?.user ?? null
  const games = useQueries({
    queries: state.selections.map((selection) => gameQuery(selection.sport_key, selection.eventId)),
    combine: (results) => results.map((result) => (isNotFound(result.error) ? null : result.data)),
  })
  return useMemo(() => buildSlipView(state, placement, games, user), [state, placement, games, user])
}

/** `games` belong to the selections by index: null where a game no longer exists, undefined while it loads. */
function buildSlipView(
  state: SlipState,
  placement: Placement,
  games: (Game | null | undefined)[],
  user: User | null,
): SlipView {
  const mode = slipMode(state)
  const isParlay = mode === 'parlay'
  const lines = state.selections.map((selection, index) => buildSlipLine(state, selection, games[index], placement))
  const stakeCents = parseCents(state.stake)
  const legOdds = lines.map((line) => line.odds)
  const totals = isParlay ? parlayTotals(legOdds, stakeCents) : singlesTotals(lines)
  const balanceCents = user === null ? null : centsFromText(user.balance)
  const blocker = findBlocker({
    bettor: user === null ? null : { balanceCents: balanceCents ?? 0, isAdmin: user.is_admin },
    mode,
    selectionCount: lines.length,
    isChecking: placement.phase === 'checking',
    areOddsValid: lines.every((line) => line.isValid),
    areOddsTooLarge: isParlay && lines.length > 0 && totals.odds === null,
    stakesCents: isParlay ? [stakeCents] : lines.map((line) => line.stakeCents),
  })
  return { mode, lines, totals, blocker, balanceCents }
}
