// The bettor's own bets: GET /api/bets/my-bets.
import { queryOptions } from '@tanstack/react-query'
import type { Bet } from '../../../../services/api/contract.ts'
import { request } from '../../lib/api.ts'

/** Newest first. Pushed changes invalidate it by its first key. */
export const betsQuery = () =>
  queryOptions({ queryKey: ['bets', 'mine'], queryFn: ({ signal }) => request<Bet[]>('/api/bets/my-bets', { signal }) })

/** The list with what was just placed on top, for as long as the server's list does not have it. */
export function withPending(bets: Bet[] | undefined, placed: Bet[]): Bet[] | undefined {
  if (bets === undefined) return undefined
  const known = new Set(bets.map((bet) => bet.id))
  return [...placed.filter((bet) => !known.has(bet.id)), ...bets]
}
