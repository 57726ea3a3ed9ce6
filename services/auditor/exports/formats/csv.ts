// Events and postings as files for spreadsheets (RFC 4180). No cell can be taken for a formula.
import { CSV_MARK, csvLine } from '#services/csv/csv.ts'
import type { Format } from './format.ts'
import { TABLES } from './tables.ts'

export const csv: Format = (folder) => {
  const tables = TABLES.map((table) => {
    const file = folder.file(`${table.name}.csv`)
    file.write(CSV_MARK + csvLine(table.columns.map(({ name }) => name)))
    return { table, file, rows: 0 }
  })
  return {
    event(told) {
      for (const one of tables) {
        for (const row of one.table.rowsOf(told)) {
          one.file.write(csvLine(row))
          one.rows += 1
        }
      }
    },
    end: () =>
      tables.map(({ table: { name, columns }, file, rows }) => ({
        name: `${name}.csv`,
        ...file.end(),
        rows,
        columns: [...columns],
      })),
  }
}
