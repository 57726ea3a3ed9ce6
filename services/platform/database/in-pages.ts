// Rows in pages, however many there are: each page is read after the last row of the one before.

export type Page<Row> = {
  /** Null for the first page. */
  readonly after: Row | null
  readonly limit: number
}

/** Pages of `size` rows, and at most `most` rows in all. A page is read once the one before has been consumed. */
export async function* inPages<Row>(
  read: (page: Page<Row>) => Promise<readonly Row[]>,
  { size = 500, most = Number.POSITIVE_INFINITY } = {},
): AsyncGenerator<readonly Row[]> {
  let after: Row | null = null
  for (let left = most; left > 0; ) {
    const limit = Math.min(size, left)
    const rows: readonly Row[] = await read({ after, limit })
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    left -= limit
    after = rows.at(-1)!
  }
}
