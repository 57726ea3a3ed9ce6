// The house's accounts, which have no stream of their own, and what all bettors hold: one row of sums.
import { tablesIn } from '../ddl.ts'
import { type LedgerEvent, moneyPostings } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import type { Write } from '../write.ts'

const DDL = `${import.meta.dirname}/table.sql`
const { house } = tablesIn(DDL, 'house')

const UPDATE = `
  update house set
    treasury_cents = treasury_cents + $1::bigint,
    grants_cents = grants_cents + $2::bigint,
    profit_cents = profit_cents + $3::bigint,
    settled_bets = settled_bets + $4::bigint,
    open_bets = open_bets + $5::bigint,
    open_stakes_cents = open_stakes_cents + $6::bigint,
    transit_cents = transit_cents + $7::bigint,
    bettors = bettors + $8::bigint,
    wallets_cents = wallets_cents + $9::bigint,
    goodwill_cents = goodwill_cents + $10::bigint
  where one`

/** BigInt, because sums over all accounts may exceed 2^53 cents; those of one account may not. */
class HouseFold implements Fold {
  #treasury = 0n
  #grants = 0n
  #profit = 0n
  #stakes = 0n
  #transit = 0n
  #settledBets = 0
  #openBets = 0
  #bettors = 0
  #wallets = 0n
  #goodwill = 0n
  #changed = false

  get size(): number {
    return 1
  }

  add(event: LedgerEvent): void {
    if (event.type === 'BetPlaced') this.#openBets += 1
    else if (event.type === 'BetSettled' || event.type === 'BetVoided') {
      this.#openBets -= 1
      this.#settledBets += 1
    } else if (event.type === 'BetResettled' && event.data.settlement === null) {
      this.#openBets += 1
      this.#settledBets -= 1
    } else if (event.type === 'AccountOpened' && event.data.role === 'user') {
      this.#bettors += 1
      this.#changed = true
    } else if (event.type === 'AccountClosed') {
      this.#bettors -= 1
      this.#changed = true
    }
    for (const { from, to, amountCents } of moneyPostings(event)) {
      this.#credit(from, -amountCents)
      this.#credit(to, amountCents)
    }
  }

  #credit(account: string, cents: number): void {
    this.#changed = true
    if (account.startsWith('bet:')) this.#stakes += BigInt(cents)
    else if (account.startsWith('transit:')) this.#transit += BigInt(cents)
    else if (account === 'house:profit') this.#profit += BigInt(cents)
    else if (account === 'house:grants') this.#grants += BigInt(cents)
    else if (account === 'house:goodwill') this.#goodwill += BigInt(cents)
    else if (account.endsWith(':wallet')) this.#wallets += BigInt(cents)
    else if (account === 'treasury') this.#treasury += BigInt(cents)
  }

  writes(): Write[] {
    if (!this.#changed) return []
    const cents = [this.#treasury, this.#grants, this.#profit]
    return [
      {
        name: 'update_house',
        text: UPDATE,
        values: [
          ...cents,
          this.#settledBets,
          this.#openBets,
          this.#stakes,
          this.#transit,
          this.#bettors,
          this.#wallets,
          this.#goodwill,
        ],
        rows: 1,
      },
    ]
  }
}

export const houseProjection: Projection = {
  name: 'house',
  ddl: DDL,
  tables: [house],
  fold: () => new HouseFold(),
  revision: 2,
}
