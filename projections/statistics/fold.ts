// Statistics of each bettor's bets. A refunded bet counts as if it had never been placed.
import { tablesIn } from '../ddl.ts'
import type { LedgerEvent } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import { insertRows } from '../table.ts'
import type { Write } from '../write.ts'

const DDL = `${import.meta.dirname}/table.sql`
const { user_statistics: userStatistics } = tablesIn(DDL, 'user_statistics')

const ADD = `on conflict (account_id) do update set
  total_bets = user_statistics.total_bets + excluded.total_bets,
  total_stake_cents = user_statistics.total_stake_cents + excluded.total_stake_cents,
  total_winnings_cents = user_statistics.total_winnings_cents + excluded.total_winnings_cents,
  profit_cents = user_statistics.profit_cents + excluded.profit_cents,
  open_bets = user_statistics.open_bets + excluded.open_bets`

/** Sums over years may exceed 2^53 cents, which a number cannot hold exactly. */
type Sums = { bets: number; stakes: bigint; winnings: bigint; profit: bigint; open: number }

class StatisticsFold implements Fold {
  readonly #sums = new Map<string, Sums>()

  get size(): number {
    return this.#sums.size
  }

  add(event: LedgerEvent): void {
    if (event.type === 'BetPlaced') {
      const sums = this.#sumsOf(event.subject)
      sums.bets += 1
      sums.open += 1
      sums.stakes += BigInt(event.data.stakeCents)
    } else if (event.type === 'BetVoided') this.#refund(event.subject, event.data.stakeCents)
    else if (event.type === 'BetSettled') {
      const { outcome, stakeCents, returnCents } = event.data
      if (outcome === 'refunded') {
        this.#refund(event.subject, stakeCents)
        return
      }
      const sums = this.#sumsOf(event.subject)
      sums.open -= 1
      sums.profit += BigInt(returnCents - stakeCents)
      if (outcome === 'won') sums.winnings += BigInt(returnCents)
    }
  }

  #refund(account: string, stakeCents: number): void {
    const sums = this.#sumsOf(account)
    sums.bets -= 1
    sums.open -= 1
    sums.stakes -= BigInt(stakeCents)
  }

  #sumsOf(account: string): Sums {
    let sums = this.#sums.get(account)
    if (sums === undefined) {
      sums = { bets: 0, stakes: 0n, winnings: 0n, profit: 0n, open: 0 }
      this.#sums.set(account, sums)
    }
    return sums
  }

  writes(): Write[] {
    if (this.#sums.size === 0) return []
    const rows = [...this.#sums].map(([id, sums]) => [
      id,
      sums.bets,
      sums.stakes,
      sums.winnings,
      sums.profit,
      sums.open,
    ])
    return [insertRows(userStatistics, rows, ADD)]
  }
}

export const statistics: Projection = {
  name: 'statistics',
  ddl: DDL,
  tables: [userStatistics],
  fold: () => new StatisticsFold(),
  revision: 1,
}
