// The statement as a CSV file.
import { LINE_KIND_NAMES } from '#domain/ledger/line-kinds.ts'
import type { StatementLine } from '#services/contract/contract.ts'
import { csvText } from '#ui/lib/files/csv.ts'
import { decimalText } from '#ui/lib/odds-format.ts'
import { whatText } from '#ui/model/statement-words.ts'

const HEAD = ['Time', 'Ledger number', 'Kind', 'What', 'Amount in EUR', 'Balance in EUR']

/** Times are UTC, odds decimal, and names as the ledger wrote them, whatever the screen shows. */
export const statementCsv = (lines: readonly StatementLine[]): string =>
  csvText([
    HEAD,
    ...lines.map((line) => [
      line.at,
      line.number,
      LINE_KIND_NAMES[line.kind],
      whatText(line, (name) => name, decimalText),
      decimalText(line.amount),
      line.balance,
    ]),
  ])
