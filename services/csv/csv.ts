// CSV files (RFC 4180) for spreadsheets, as the api and the auditor write them, and as the browser makes them from what
// it shows.

/**
 * A spreadsheet runs a cell as a formula if it begins like one, full-width characters included. If its locale uses a
 * decimal comma (as in France), or the user chooses so when opening the file, a cell also begins after a semicolon, a
 * tab or a bar. Plain numbers are left as they are.
 */
const FORMULA = /(?<begin>^|[;\t|\r\n])(?=[=+\-@\t\r＝＋－＠])/gu
const NUMBER = /^-?\d+(\.\d+)?$/

/** The first character of a file, which tells spreadsheets that it is UTF-8. */
export const CSV_MARK = '\uFEFF'

function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = NUMBER.test(text) ? text : text.replaceAll(FORMULA, "$<begin>'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One row including the line end; null is an empty cell. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`
