// Running totals of the ledger's accounts: a row for each event that moves money.
import { tablesIn } from '../ddl.ts'
import { type LedgerEvent, moneyPostings } from '../event.ts'
import type { BulkFold, CopyLines, Fold, Projection } from '../projection.ts'
import { columnsOf, copyLine, type Row, unnestAs } from '../table.ts'
import type { Write } from '../write.ts'
import { KINDS, kindOf } from './kinds.ts'

const DDL = `${import.meta.dirname}/table.sql`
const { balance_total: balanceTotal } = tablesIn(DDL, 'balance_total')

const CENTS = Object.keys(balanceTotal.columns).slice(1)
/** Rows come as sums since the start of the batch; added to the last row before it, they are totals. */
const INSERT = `
  insert into balance_total (number, ${CENTS.join(', ')})
  select u.number, ${CENTS.map((one) => `coalesce(last.${one}, 0) + u.${one}`).join(', ')}
  from ${unnestAs(balanceTotal.columns)} left join (select * from balance_total order by number desc limit 1) last on true`

/** What an event changes, by kind; null if it moves no money. */
function changesOf(event: LedgerEvent): number[] | null {
  const postings = moneyPostings(event)
  if (postings.length === 0) return null
  const changes = KINDS.map(() => 0)
  for (const { from, to, amountCents } of postings) {
    changes[KINDS.indexOf(kindOf(from))]! -= amountCents
    changes[KINDS.indexOf(kindOf(to))]! += amountCents
  }
  return changes
}

class BalancesFold implements Fold {
  readonly #rows: Row[] = []
  readonly #sums = KINDS.map(() => 0)

  get size(): number {
    return this.#rows.length
  }

  add(event: LedgerEvent): void {
    const changes = changesOf(event)
    if (changes === null) return
    for (const [at, cents] of changes.entries()) this.#sums[at]! += cents
    this.#rows.push([event.number, ...this.#sums])
  }

  writes(): Write[] {
    const rows = this.#rows
    if (rows.length === 0) return []
    const values = columnsOf(balanceTotal.columns, rows)
    return [{ name: 'insert_balance_total', text: INSERT, values, rows: rows.length }]
  }
}

function bulkFold(copy: CopyLines): BulkFold {
  /** BigInt, because totals over all accounts may exceed what a number holds exactly. */
  const totals = KINDS.map(() => 0n)
  return {
    add(event) {
      const changes = changesOf(event)
      if (changes === null) return
      for (const [at, cents] of changes.entries()) totals[at]! += BigInt(cents)
      copy(balanceTotal, copyLine([event.number, ...totals]))
    },
    end: () => undefined,
    completion: () => [],
  }
}

export const balances: Projection = {
  name: 'balances',
  ddl: DDL,
  tables: [balanceTotal],
  fold: () => new BalancesFold(),
  bulk: bulkFold,
  revision: 1,
}
