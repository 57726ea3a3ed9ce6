// Tables as files of RFC 4180, for spreadsheets: as the api streams them, and as a browser makes them of what it shows.

/**
 * A spreadsheet runs a cell as a formula if it begins like one, also in full width; where its country writes decimals with a comma,
 * as France does, or whoever opens the file says so, a cell begins after a semicolon, a tab or a bar, too. Numbers are only numbers.
 */
const FORMULA = /(?<begin>^|[;\t|\r\n])(?=[=+\-@\t\r＝＋－＠])/gu
const NUMBER = /^-?\d+(\.\d+)?$/

/** Tells spreadsheets that the file is UTF-8: its first character. */
export const CSV_MARK = '\uFEFF'

function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = NUMBER.test(text) ? text : text.replaceAll(FORMULA, "$<begin>'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One row with the end of its line; null is an empty cell. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`
