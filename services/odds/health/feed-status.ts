// The state of the feed, from when each league was read and what trouble the provider is in. Pure; business time.
import { QUOTE_MAX_AGE_BEFORE_START_MS, QUOTE_MAX_AGE_IN_PLAY_MS } from '#domain/limits.ts'
import type { FeedStatus } from '#services/contract/contract.ts'
import { MINUTE } from '#services/platform/clock/durations.ts'
import { NEAR_START_MS } from '../polling/polling-intervals.ts'
import type { ProviderState, Trouble } from './provider-state.ts'

export type LeagueReads = {
  readonly league: string
  readonly live: number
  readonly upcoming: number
  /** Until the next game starts; Infinity if there is none. */
  readonly nextStartMs: number
  readonly oddsReadAt: Date | null
}

/** A trouble that ends sooner is not reported to bettors. */
const BRIEF_MS = 2 * MINUTE

/** Troubles in which no prices come in at all. */
const SILENT: ReadonlySet<Trouble> = new Set<Trouble>(['bad-key', 'unreachable'])

/**
 * Whether the prices of a league are older than a bet may be struck at. False for a league whose prices were never
 * read: it is new, or has none.
 */
export function isLeagueStale({ live, nextStartMs, oddsReadAt }: LeagueReads, now: Date, graceMs = 0): boolean {
  if (oddsReadAt === null || (live === 0 && nextStartMs > NEAR_START_MS)) return false
  const maxAge = live > 0 ? QUOTE_MAX_AGE_IN_PLAY_MS : QUOTE_MAX_AGE_BEFORE_START_MS
  return now.getTime() - oddsReadAt.getTime() > maxAge + graceMs
}

/** `graceMs`: what a poll in progress may take. */
export function feedStatusOf(
  leagues: readonly LeagueReads[],
  { trouble, troubleSince }: Pick<ProviderState, 'trouble' | 'troubleSince'>,
  now: Date,
  graceMs = 0,
): FeedStatus {
  const stale = leagues.filter((league) => isLeagueStale(league, now, graceMs))
  const isLasting = troubleSince !== null && now.getTime() - troubleSince.getTime() >= BRIEF_MS
  if (stale.length === 0 && !isLasting) return { status: 'live', since: null }
  const oldest = stale.length === 0 ? null : new Date(Math.min(...stale.map(({ oddsReadAt }) => oddsReadAt!.getTime())))
  const since = (trouble === null ? oldest : (troubleSince ?? oldest)) ?? now
  const isSilent = isLasting && trouble !== null && SILENT.has(trouble)
  return { status: isSilent ? 'offline' : 'delayed', since: since.toISOString() }
}
