// The slip as it stands this moment: each selection against the price now on offer, the totals, and what forbids placing.
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { centsFromText } from '#domain/money.ts'
import type { Game, User } from '#services/contract/contract.ts'
import { gameQuery } from '#ui/data/games.ts'
import { ApiError } from '#ui/lib/http/request.ts'
import { useSession } from '#ui/lib/session.ts'
import type { Note, Placement } from '#ui/model/slip/placement.ts'
import { modeOf, type SlipMode, type SlipState, stakeTextOf } from '#ui/model/slip/reducer.ts'
import { currentPrice, type Selection } from '#ui/model/slip/selection.ts'
import { useSlipEntry } from '#ui/model/slip/slip-context.tsx'
import { parlayTotals, singlesTotals, stakeCentsOf, type Totals } from '#ui/model/slip/stake.ts'
import { isValid, judge, type Verdict } from './check-odds.ts'
import { type Block, blockOf } from './placement-rules.ts'

export interface SlipLine {
  selection: Selection
  game: Game | null
  /** What the price on offer means for this selection; null while it is not known. */
  verdict: Verdict | null
  /** What the last check or reply said, while it still holds. */
  note: Note | null
  /** The odds that would be sent: the current ones where the bettor's policy takes them. */
  odds: string
  /** Other odds that the bettor is asked to take. */
  offered: string | null
  /** Whether the selection can be bet on as it stands. */
  valid: boolean
  stakeText: string
  stakeCents: number | null
}

export interface SlipView {
  mode: SlipMode
  lines: SlipLine[]
  totals: Totals
  block: Block | null
  balanceCents: number | null
}

/** What is known of a selection's price: a price, null where it is gone, undefined while nothing is known. */
export const knownPrice = (game: Game | null | undefined, selection: Selection): number | null | undefined =>
  game === undefined ? undefined : currentPrice(game, selection)

export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

export function useSlipView(): SlipView {
  const { state, placement } = useSlipEntry()
  const user = useSession()?.user ?? null
  const games = useQueries({
    queries: state.selections.map((selection) => gameQuery(selection.sport_key, selection.eventId)),
    combine: (results) => results.map((result) => (isGone(result.error) ? null : result.data)),
  })
  return useMemo(() => slipView(state, placement, games, user), [state, placement, games, user])
}

/** `games` are those of the selections, in their order: null where there is none any more, undefined while unknown. */
export function slipView(
  state: SlipState,
  placement: Placement,
  games: (Game | null | undefined)[],
  user: User | null,
): SlipView {
  const mode = modeOf(state)
  const lines = state.selections.map((selection, index) => lineOf(state, selection, games[index], placement))
  const common = stakeCentsOf(state.stake)
  const totals =
    mode === 'parlay'
      ? parlayTotals(
          lines.map((line) => line.odds),
          common,
        )
      : singlesTotals(lines)
  const balanceCents = user === null ? null : centsFromText(user.balance)
  const block = blockOf({
    bettor: user === null ? null : { balanceCents: balanceCents ?? 0, admin: user.is_admin },
    mode,
    selections: lines.length,
    checking: placement.phase === 'checking',
    oddsValid: lines.every((line) => line.valid),
    oddsTooLarge: mode === 'parlay' && lines.length > 0 && totals.odds === null,
    stakesCents: mode === 'parlay' ? [common] : lines.map((line) => line.stakeCents),
  })
  return { mode, lines, totals, block, balanceCents }
}

function lineOf(state: SlipState, selection: Selection, game: Game | null | undefined, placement: Placement): SlipLine {
  const shown = knownPrice(game, selection)
  const note = noteThatHolds(placement, selection.betKey, shown ?? null)
  // Where the server said another price than we know of, the server is ahead of us.
  const price = note?.kind === 'changed' && placement.phase === 'idle' ? Number(note.odds) : shown
  const verdict = price === undefined ? null : judge(state.policy, selection, price)
  const stakeText = stakeTextOf(state, selection.betKey)
  return {
    selection,
    game: game ?? null,
    verdict,
    note,
    odds: verdict?.kind === 'confirmed' ? verdict.odds : selection.odds,
    offered: verdict?.kind === 'changed' ? verdict.odds : null,
    valid: verdict === null || isValid(verdict),
    stakeText,
    stakeCents: stakeCentsOf(stakeText),
  }
}

/**
 * While the slip is checked or placed, what was found out last. Afterwards only what the server refused, for as long as
 * the price is the one that it was refused at.
 */
function noteThatHolds({ phase, notes }: Placement, betKey: string, price: number | null): Note | null {
  const note = notes[betKey]
  if (note === undefined) return null
  if (phase === 'checking' || phase === 'placing') return note
  return note.kind !== 'confirmed' && note.kind !== 'unchecked' && note.known === price ? note : null
}
