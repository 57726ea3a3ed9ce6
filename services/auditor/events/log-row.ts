// A row of the log as stored, in ledger order.

/** `id` and `storedAt` are null if the store has none. */
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

/** The id of the log, as its first event says; null where that cannot be read. */
export const logIdIn = (body: string): string | null => /"log":"([0-9a-f]+)"/.exec(body)?.[1] ?? null
