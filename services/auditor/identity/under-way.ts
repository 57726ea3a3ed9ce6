// What may be under way between the ledger and the rows that follow it: an event is recorded first and carried out
// next, after a crash by a sweep that runs every few seconds while the product does.

/** Both in system time. */
export type UnderWay = {
  /** Events recorded later may be newer than the rows; null if log and rows are of the same moment. */
  readonly newerThan: string | null
  /** What was recorded or begun earlier has been carried out; '' if the product had no time to do so. */
  readonly doneBefore: string
}

/** How long a sweep may be delayed. */
const HELD_UP_MS = 600_000

type Clock = { readonly now: number; readonly runsSince: number | null }

/** `lastRecordedAt`: when the last event was recorded, and so the product was running; null if there is none. */
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
