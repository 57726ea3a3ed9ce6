// The lines of every account, each with the balance after it.
import { tablesIn } from '../ddl.ts'
import type { LedgerEvent } from '../event.ts'
import type { BulkFold, CopyLines, Fold, Projection } from '../projection.ts'
import { columnsOf, copyLine, type Row, unnestAs } from '../table.ts'
import type { Write } from '../write.ts'
import { betOf, linesOf } from './lines.ts'

const DDL = `${import.meta.dirname}/table.sql`
const { statement_line: statementLine } = tablesIn(DDL, 'statement_line')

/** Rows come, and are stored, in the order of the log. Their balances come as sums since the start of the batch. */
const INSERT = `
  insert into statement_line (account_id, number, line, at, kind, amount_cents, balance_cents, bet_id)
  select u.account_id, u.number, u.line, u.at, u.kind, u.amount_cents,
    coalesce(before.balance_cents, 0) + u.balance_cents, u.bet_id
  from ${unnestAs(statementLine.columns)} left join lateral (
    select s.balance_cents from statement_line s
    where s.account_id = u.account_id order by s.number desc, s.line desc limit 1
  ) before on true`

class StatementFold implements Fold {
  readonly #rows: Row[] = []
  /** By account, the sum of its lines in this batch. */
  readonly #sums = new Map<string, number>()

  get size(): number {
    return this.#rows.length
  }

  add(event: LedgerEvent): void {
    const { subject, number, meta } = event
    for (const [at, { kind, amountCents }] of linesOf(event).entries()) {
      const sum = (this.#sums.get(subject) ?? 0) + amountCents
      this.#sums.set(subject, sum)
      this.#rows.push([subject, number, at, meta.at, kind, amountCents, sum, betOf(event)])
    }
  }

  writes(): Write[] {
    const rows = this.#rows
    if (rows.length === 0) return []
    return [
      {
        name: 'insert_statement_line',
        text: INSERT,
        values: columnsOf(statementLine.columns, rows),
        rows: rows.length,
      },
    ]
  }
}

class StatementBulkFold implements BulkFold {
  /** By account. BigInt, because over years a balance may exceed what a number holds exactly. */
  readonly #balances = new Map<string, bigint>()
  readonly #copy: CopyLines

  constructor(copy: CopyLines) {
    this.#copy = copy
  }

  add(event: LedgerEvent): void {
    const { subject, number, meta } = event
    for (const [at, { kind, amountCents }] of linesOf(event).entries()) {
      const balance = (this.#balances.get(subject) ?? 0n) + BigInt(amountCents)
      this.#balances.set(subject, balance)
      this.#copy(statementLine, copyLine([subject, number, at, meta.at, kind, amountCents, balance, betOf(event)]))
    }
  }

  end(): void {}

  completion() {
    return []
  }
}

export const statement: Projection = {
  name: 'statement',
  ddl: DDL,
  tables: [statementLine],
  fold: () => new StatementFold(),
  bulk: (copy) => new StatementBulkFold(copy),
  revision: 1,
}
