// The slip at this moment: each selection compared with the price on offer, the totals, and what forbids placing.
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { centsFromEuros, centsFromText } from '#domain/money.ts'
import type { OddsPolicy } from '#domain/odds.ts'
import type { Game, User } from '#services/contract/contract.ts'
import { bettingLimitsQuery } from '#ui/data/betting-limits.ts'
import { gameQuery } from '#ui/data/games.ts'
import { limitsQuery } from '#ui/data/play-limits.ts'
import { ApiError } from '#ui/lib/http/api-error.ts'
import { useIsCurrent } from '#ui/lib/live/stream-state.ts'
import { useSession } from '#ui/lib/session.ts'
import type { Placement } from '#ui/model/slip/placement.ts'
import { type SlipMode, type SlipState, slipMode } from '#ui/model/slip/reducer.ts'
import { useSlipEditor } from '#ui/model/slip/slip-context.ts'
import { type LargestStake, largestStake, parlayTotals, singlesTotals, type Totals } from '#ui/model/slip/stake.ts'
import { parseCents } from '#ui/model/typed-amount.ts'
import { type Blocker, findBlocker } from './placement-rules.ts'
import { buildSlipLine, type SlipLine } from './slip-line.ts'
import { useOddsPolicy } from './use-odds-policy.ts'

export interface SlipView {
  mode: SlipMode
  /** Which odds changes are accepted without being asked. */
  policy: OddsPolicy
  lines: SlipLine[]
  totals: Totals
  blocker: Blocker | null
  /** Null for visitors and admins, who do not bet. */
  balanceCents: number | null
  /** On each bet; null for visitors and admins, and if no stake is small enough. */
  largestStake: LargestStake | null
  isAdmin: boolean
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/**
 * The slip as shown now; re-renders as prices, session, limits and time change. A selection whose game has not loaded
 * keeps the odds picked.
 */
export function useSlipView(): SlipView {
  const { state, placement } = useSlipEditor()
  const user = useSession()?.user ?? null
  const { games, fetchedAt } = useQueries({
    queries: state.selections.map((selection) => gameQuery(selection.sport_key, selection.eventId)),
    combine: (results) => ({
      games: results.map((result) => (isNotFound(result.error) ? null : result.data)),
      /** When the oldest of them was fetched; 0 before the first. */
      fetchedAt: results.length === 0 ? 0 : Math.min(...results.map((result) => result.dataUpdatedAt)),
    }),
  })
  const isCurrent = useIsCurrent(fetchedAt)
  // Until the limits have loaded, none is shown: the server has the last word in any case.
  const policy = useOddsPolicy()
  const limits = useQuery(bettingLimitsQuery()).data
  const isBettor = user !== null && !user.is_admin
  const own = useQuery({ ...limitsQuery(user?.id ?? ''), enabled: isBettor }).data
  const maxPayout = lower(limits?.maxPayout ?? null, own?.perBet.payout ?? null)
  const maxStake = own?.perBet.stake ?? null
  const ownLeft = (own?.limits ?? []).reduce<number | null>((least, { left }) => lower(least, left), null)
  return useMemo(
    () => buildSlipView({ state, policy, placement, games, isCurrent, user, maxPayout, maxStake, ownLeft }),
    [state, policy, placement, games, isCurrent, user, maxPayout, maxStake, ownLeft],
  )
}

interface SlipFacts {
  state: SlipState
  policy: OddsPolicy
  placement: Placement
  /** By index of the selection: null if a game no longer exists, undefined while it loads. */
  games: (Game | null | undefined)[]
  /** False while prices may be outdated: neither pushed nor fetched lately. */
  isCurrent: boolean
  user: User | null
  /** In euros; null while it is unknown. */
  maxPayout: number | null
  /** The cap on one stake of this bettor, in euros; null without one. */
  maxStake: number | null
  /** What the bettor's own limits leave for stakes, in euros; null without one. */
  ownLeft: number | null
}

const lower = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

function buildSlipView(facts: SlipFacts): SlipView {
  const { state, policy, placement, games, isCurrent, user, maxPayout, maxStake, ownLeft } = facts
  const mode = slipMode(state)
  const isParlay = mode === 'parlay'
  const lines = state.selections.map((selection, index) => {
    const line = buildSlipLine(state, policy, selection, games[index], placement)
    return isCurrent ? line : { ...line, isStale: true }
  })
  const stakeCents = parseCents(state.stake)
  const legOdds = lines.map((line) => line.odds)
  const totals = isParlay ? parlayTotals(legOdds, stakeCents) : singlesTotals(lines)
  const isAdmin = user?.is_admin === true
  const balanceCents = user === null || isAdmin ? null : centsFromText(user.balance)
  const maxPayoutCents = maxPayout === null ? null : centsFromEuros(maxPayout)
  const maxStakeCents = maxStake === null ? null : centsFromEuros(maxStake)
  const ownLeftCents = ownLeft === null ? null : centsFromEuros(ownLeft)
  const bets = isParlay ? [totals] : lines.map((line) => singlesTotals([line]))
  const betOdds = bets.flatMap(({ odds }) => odds ?? [])
  const blocker = findBlocker({
    bettor: user === null ? null : { balanceCents: balanceCents ?? 0, isAdmin, owes: user.owed !== undefined },
    mode,
    selectionCount: lines.length,
    isChecking: placement.phase === 'checking',
    stop: lines.find((line) => line.stop !== null)?.stop ?? null,
    areOddsValid: lines.every((line) => line.isValid),
    areOddsTooLarge: isParlay && lines.length > 0 && totals.odds === null,
    areOddsStale: lines.some((line) => line.isStale),
    maxStakeCents,
    isPayoutTooLarge:
      maxPayoutCents !== null && bets.some(({ returnCents }) => returnCents !== null && returnCents > maxPayoutCents),
    stakesCents: isParlay ? [stakeCents] : lines.map((line) => line.stakeCents),
  })
  return {
    mode,
    policy,
    lines,
    totals,
    blocker,
    balanceCents,
    largestStake:
      balanceCents === null || betOdds.length === 0
        ? null
        : largestStake(balanceCents, betOdds, maxPayoutCents, maxStakeCents, ownLeftCents),
    isAdmin,
  }
}
