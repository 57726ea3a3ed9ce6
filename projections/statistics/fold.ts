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

/** BigInt, because sums over years may exceed 2^53 cents. */
type Sums = { bets: number; stakes: bigint; winnings: bigint; profit: bigint; open: number }

class StatisticsFold implements Fold {
  readonly #sums = new Map<string, Sums>()

  get size(): number {
    return this.#sums.size
  }

  add(event: LedgerEvent): void {
    switch (event.type) {
      case 'BetPlaced': {
        const sums = this.#sumsOf(event.subject)
        sums.bets += 1
        sums.open += 1
        sums.stakes += BigInt(event.data.stakeCents)
        break
      }
      case 'BetSettled':
        this.#count(event.subject, 1, event.data.stakeCents, event.data.returnCents)
        break
      case 'BetVoided':
        this.#count(event.subject, 1, event.data.stakeCents, event.data.stakeCents)
        break
      case 'BetResettled': {
        const { stakeCents, reversedReturnCents, settlement } = event.data
        this.#count(event.subject, -1, stakeCents, reversedReturnCents)
        if (settlement !== null) this.#count(event.subject, 1, stakeCents, settlement.returnCents)
      }
    }
  }

  /** Counts a settled bet by what it returned; `times` -1: the settlement is taken back. */
  #count(account: string, times: 1 | -1, stakeCents: number, returnCents: number): void {
    const sums = this.#sumsOf(account)
    sums.open -= times
    if (returnCents === stakeCents) {
      sums.bets -= times
      sums.stakes -= BigInt(times * stakeCents)
      return
    }
    sums.profit += BigInt(times * (returnCents - stakeCents))
    if (returnCents > stakeCents) sums.winnings += BigInt(times * returnCents)
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
