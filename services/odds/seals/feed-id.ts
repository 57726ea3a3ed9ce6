// Which feed a batch of quotes is published on: one per league and UTC day of business time.
import { hash } from 'node:crypto'

const PREFIX = 'fairbook feed'

/** The id of the feed: 32 hex digits. `day`: '2026-11-20'. */
export const feedIdOf = (league: string, day: string): string =>
  hash('sha256', [PREFIX, league, day].join('\u0000')).slice(0, 32)

/** The UTC day of an instant. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10)
