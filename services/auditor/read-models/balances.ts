// Compares the running totals of the ledger's accounts with the auditor's own book after the same event.
import type { Kind } from '../book/book.ts'
import type { Replayed } from '../replay/replay.ts'
import type { ReadModel } from './read-model.ts'
import { RowsInStep } from './rows-in-step.ts'

const TOTALS: readonly Kind[] = [
  'treasury',
  'float',
  'wallet',
  'owed',
  'transit',
  'bet',
  'profit',
  'grants',
  'goodwill',
]
const BALANCE_TOTAL = {
  table: 'balance_total',
  columns: [
    'number',
    'treasury_cents',
    'floats_cents',
    'wallets_cents',
    'owed_cents',
    'transit_cents',
    'stakes_cents',
    'profit_cents',
    'grants_cents',
    'goodwill_cents',
  ],
}

export const balancesModel: ReadModel = {
  projection: 'balances',
  tables: [BALANCE_TOTAL],
  async begin(beginning) {
    const rows = await RowsInStep.begin(beginning, BALANCE_TOTAL, numberOf)
    return {
      event({ row, totals }: Replayed) {
        if (totals === null) return
        const key = String(row.number)
        let line = key
        for (const kind of TOTALS) line += `\t${totals[kind]}`
        return rows.expect([{ key, line, about: '' }])
      },
      async finish() {
        await rows.finish(() => false)
      },
      rows: () => rows.rows,
    }
  },
}

const numberOf = (line: string): string => line.slice(0, line.indexOf('\t'))
