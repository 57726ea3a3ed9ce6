// A row of the log, as it is stored.

/** `number`: ledger number. `id`, `storedAt`: null if the store has none. */
export type LogRow = {
  readonly number: number
  readonly position: string
  readonly stream: string
  readonly version: number
  readonly type: string
  readonly id: string | null
  /** Lower-case hexadecimal. */
  readonly hash: string
  readonly body: string
  /** Milliseconds since 1970, system time. */
  readonly storedAt: number | null
}

/** The log's id in the body of its first event; null if it cannot be read. */
export const logIdIn = (body: string): string | null => /"log":"([0-9a-f]+)"/.exec(body)?.[1] ?? null
