// Tables as files of RFC 4180, for spreadsheets.
import { download } from './download.ts'

/** A spreadsheet runs a cell as a formula if it begins like one; numbers are only numbers. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/

function cell(value: string | number): string {
  const text = String(value)
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** Gives the file to the browser, as a download. */
export function downloadCsv(name: string, text: string): void {
  // the mark tells spreadsheets that it is UTF-8
  download(name, new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
}
