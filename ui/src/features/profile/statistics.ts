// A bettor's figures, from the own bets: the same reading as the server's statistics.
import { queryOptions } from '@tanstack/react-query'
import type { Bet } from '../../../../services/api/contract.ts'
import { request } from '../../lib/api.ts'
import { toCents } from '../../lib/money.ts'

export type Statistics = {
  totalBets: number
  openBets: number
  totalStakeCents: number
  totalWinningsCents: number
  /** Returns minus stakes, over settled bets. */
  pnlCents: number
  /** Null before the first bet. */
  avgBetCents: number | null
}

type Figures = Pick<Bet, 'status' | 'bet_amount' | 'potential_win'>

/** Refunded bets count neither as bets nor as stakes; winnings are what was paid on won ones. */
export function statisticsOf(bets: Figures[]): Statistics {
  const counted = bets.filter((bet) => bet.status !== 'refunded')
  const settled = bets.filter((bet) => bet.status !== 'pending')
  const sum = (of: Figures[], amount: (bet: Figures) => number) =>
    of.reduce((total, bet) => total + toCents(amount(bet)), 0)
  const stakes = sum(counted, (bet) => bet.bet_amount)
  return {
    totalBets: counted.length,
    openBets: bets.length - settled.length,
    totalStakeCents: stakes,
    totalWinningsCents: sum(
      bets.filter((bet) => bet.status === 'won'),
      (bet) => bet.potential_win,
    ),
    pnlCents: sum(settled, (bet) => bet.potential_win) - sum(settled, (bet) => bet.bet_amount),
    avgBetCents: counted.length === 0 ? null : Math.round(stakes / counted.length),
  }
}

const PAGE = 500
const MAX_PAGES = 100

async function allBets(signal: AbortSignal): Promise<Bet[]> {
  const bets: Bet[] = []
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const last = bets.at(-1)
    const path = last ? `/api/bets/my-bets?before=${encodeURIComponent(last.id)}` : '/api/bets/my-bets'
    const next = await request<Bet[]>(path, { signal })
    bets.push(...next)
    if (next.length < PAGE) break
  }
  return bets
}

/** Over all bets of the signed-in user; kept current with the bets. */
export const statisticsQuery = () =>
  queryOptions({ queryKey: ['bets', 'statistics'], queryFn: async ({ signal }) => statisticsOf(await allBets(signal)) })
