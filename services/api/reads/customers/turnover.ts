// What a bettor staked, won back and made in total, by day and by sport.
import { centsFromEuros, eurosOf } from '#domain/money.ts'
import type { Turnover } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { performanceOf } from '../own/performance.ts'

type Share = { readonly bets: number; readonly staked: number; readonly profit: number }

const DAYS_PER_PAGE = 31

const shown = ({ bets, staked, profit }: Share) => ({
  bets,
  staked,
  returned: eurosOf(centsOf(staked) + centsOf(profit)),
  profit,
})
const centsOf = (euros: number): number => Math.sign(euros) * (centsFromEuros(Math.abs(euros)) ?? 0)

/** `before`: the day before which the page begins; null for the newest. */
export async function readTurnover(db: Queries, account: string, before: string | null): Promise<Turnover> {
  const { days, sports } = await performanceOf(db, account)
  const older = days.filter(({ day }) => before === null || day < before).toReversed()
  const page = older.slice(0, DAYS_PER_PAGE)
  return {
    days: page.map(({ day, ...share }) => ({ day, ...shown(share) })),
    next: older.length > DAYS_PER_PAGE ? page.at(-1)!.day : null,
    total: shown(totalOf(days)),
    sports: sports.map(({ sport, ...share }) => ({ sport, ...shown(share) })),
  }
}

/** Added up in cents. */
function totalOf(shares: readonly Share[]): Share {
  const cents = (of: 'staked' | 'profit') => shares.reduce((sum, share) => sum + centsOf(share[of]), 0)
  return {
    bets: shares.reduce((sum, { bets }) => sum + bets, 0),
    staked: eurosOf(cents('staked')),
    profit: eurosOf(cents('profit')),
  }
}

/** Every day, newest first. */
export async function everyDay(db: Queries, account: string): Promise<Turnover['days']> {
  const { days } = await performanceOf(db, account)
  return days.toReversed().map(({ day, ...share }) => ({ day, ...shown(share) }))
}
