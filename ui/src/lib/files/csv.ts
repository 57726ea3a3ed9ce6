// Saves a table of the page as a CSV file.
import { CSV_MARK, csvLine } from '#services/csv/csv.ts'
import { download } from './download.ts'

export const csvText = (rows: readonly (readonly (string | number)[])[]): string => rows.map(csvLine).join('')

/** Hands the file to the browser as a download. */
export function downloadCsv(name: string, text: string): void {
  download(name, new Blob([CSV_MARK, text], { type: 'text/csv;charset=utf-8' }))
}
