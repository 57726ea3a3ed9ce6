// What is under way between the ledger and the rows that follow it: recorded first, carried out next, and after a crash by a sweep
// that runs every few seconds wherever the product does.

/** In system time, both. */
export type UnderWay = {
  /** Of a log outside the database: what was recorded later may be newer than the rows; null if both are of one moment. */
  readonly newerThan: string | null
  /** What was recorded, or begun, earlier has been carried out; '' where the product had no time for that. */
  readonly doneBefore: string
}

/** How long a sweep may be held up. */
const HELD_UP_MS = 600_000

type Clock = { readonly now: number; readonly runsSince: number | null }

/** `lastRecordedAt`: when something of the product recorded its last event, and so was alive; null where none did. */
export function underWayAt(
  newerThan: string | null,
  lastRecordedAt: string | null,
  { now, runsSince }: Clock,
): UnderWay {
  const justStarted = runsSince !== null && now - runsSince < HELD_UP_MS
  const hadTime = lastRecordedAt !== null && !justStarted
  const doneBefore = hadTime ? new Date(Date.parse(lastRecordedAt) - HELD_UP_MS).toISOString() : ''
  return { newerThan, doneBefore }
}
