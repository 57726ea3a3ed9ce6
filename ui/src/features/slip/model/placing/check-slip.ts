// The first step of placing: looks up the current odds of every selection.
import type { QueryClient } from '@tanstack/react-query'
import { gameQuery } from '#ui/data/games.ts'
import { inSlip } from '#ui/lib/messages/slip.ts'
import { idlePlacement } from '#ui/model/slip/placement.ts'
import type { Selection } from '#ui/model/slip/selection.ts'
import type { SlipEditor } from '#ui/model/slip/slip-context.ts'
import { currentPrice } from '../current-price.ts'
import { isBettable } from '../odds-verdict.ts'
import { isNotFound, type SlipView } from '../slip-view.ts'
import type { PricedSelection } from './bet-request.ts'
import { checkOddsOfSlip } from './check-odds.ts'

/** The selections with the odds to send; null if the bettor has to review them first. */
export async function checkSlip(
  { mode, policy, lines, totals }: SlipView,
  editor: SlipEditor,
  client: QueryClient,
): Promise<PricedSelection[] | null> {
  editor.setPlacement(() => ({ ...idlePlacement, phase: 'checking' }))
  editor.announce(inSlip.checking)
  const verdicts = await checkOddsOfSlip({
    selections: lines.map((line) => line.selection),
    policy,
    fetchPrice: (selection, signal) => fetchPrice(client, selection, signal),
    onVerdict: (betKey, verdict) =>
      editor.setPlacement((before) => ({
        ...before,
        notes: { ...before.notes, [betKey]: { ...verdict, knownPrice: null } },
      })),
  })
  if ([...verdicts.values()].every(isBettable)) {
    const parlayStake = mode === 'parlay' ? totals.stakeCents : null
    return lines.map(({ selection, stakeCents }) => ({
      selection,
      odds: verdicts.get(selection.betKey)?.odds ?? selection.odds,
      stakeCents: parlayStake ?? stakeCents ?? 0,
    }))
  }
  editor.setPlacement((before) => ({ ...before, phase: 'idle' }))
  editor.announce(inSlip.oddsChanged)
  return null
}

/** Fetches into the query cache, so that the slip and the page show what the check saw. */
async function fetchPrice(client: QueryClient, selection: Selection, signal: AbortSignal): Promise<number | null> {
  const query = gameQuery(selection.sport_key, selection.eventId)
  try {
    const fetching = client.fetchQuery({ ...query, staleTime: 0, retry: false })
    signal.addEventListener('abort', () => client.cancelQueries({ queryKey: query.queryKey }))
    return currentPrice(await fetching, selection)
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}
