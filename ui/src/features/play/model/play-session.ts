// How long the bettor has been here, and what their stakes and losses were when that began. Kept in this browser,
// shared by all tabs: reloading the page or opening another one does not start it over.
import type { PlayLimits } from '#services/contract/contract.ts'
import { toCents } from '#ui/lib/money.ts'
import { MINUTE_MS } from '#ui/lib/time/durations.ts'

const KEY = 'fairbook.play-session'
/** After this long away, a new session begins. */
const AWAY_MS = 30 * MINUTE_MS

/** The stakes and losses of the month that ends at `monthEnds`. */
export type PlaySums = { readonly monthEnds: string; readonly stakedCents: number; readonly lostCents: number }

/** Times are on this machine's clock, in milliseconds since 1970. */
export type PlaySession = {
  readonly user: string
  readonly startedAt: number
  /** When the bettor was last here, with the page visible. */
  readonly seenAt: number
  /** When the last reality check was closed. */
  readonly checkedAt: number
  /** Null until it is known. */
  readonly before: PlaySums | null
}

export function sumsOf({ limits }: PlayLimits): PlaySums | null {
  const month = (kind: string) => limits.find((limit) => limit.kind === kind && limit.period === 'month')
  const [stake, loss] = [month('stake'), month('loss')]
  if (stake === undefined || loss === undefined) return null
  return { monthEnds: stake.periodEnds, stakedCents: toCents(stake.used), lostCents: toCents(loss.used) }
}

/** What was staked and won since the session began; after a new month began, since then. */
export function sumsSince(before: PlaySums, now: PlaySums): { stakedCents: number; resultCents: number } {
  const isSameMonth = before.monthEnds === now.monthEnds
  const staked = now.stakedCents - (isSameMonth ? before.stakedCents : 0)
  // An earlier stake may have come back since: it would make this negative.
  return {
    stakedCents: Math.max(0, staked),
    resultCents: (isSameMonth ? before.lostCents : 0) - now.lostCents || 0,
  }
}

/** The continued session, or a new one, last seen now. */
export function continuePlaying(user: string, now: number): PlaySession {
  const stored = readPlaySession()
  const goesOn = stored !== null && stored.user === user && now - stored.seenAt < AWAY_MS && stored.seenAt <= now
  const session = goesOn
    ? { ...stored, seenAt: now }
    : { user, startedAt: now, seenAt: now, checkedAt: now, before: null }
  return save(session)
}

export function updatePlaySession(session: PlaySession, changes: Partial<PlaySession>): PlaySession {
  return save({ ...session, ...changes })
}

/** Call at the sign-out. */
export function endPlaySession(): void {
  memory = null
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was stored.
  }
}

let memory: PlaySession | null = null

function save(session: PlaySession): PlaySession {
  memory = session
  try {
    localStorage.setItem(KEY, JSON.stringify(session))
  } catch {
    // Without storage the session lasts as long as the page.
  }
  return session
}

function readPlaySession(): PlaySession | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return isPlaySession(stored) ? stored : null
  } catch {
    return memory
  }
}

const isPlaySession = (value: unknown): value is PlaySession =>
  typeof value === 'object' &&
  value !== null &&
  'user' in value &&
  'before' in value &&
  ['startedAt', 'seenAt', 'checkedAt'].every((key) => Number.isFinite((value as Record<string, unknown>)[key]))
