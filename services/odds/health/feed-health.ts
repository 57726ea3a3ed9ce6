// The health of the feed, for the screens and the back office, from what all processes keep in the database.
import type pg from 'pg'
import type { FeedHealth, FeedStatus, Game } from '#services/contract/contract.ts'
import { HOUR, SECOND } from '#services/platform/clock/durations.ts'
import type { PollKind, QuoteBoard } from '../port.ts'
import type { Budget } from '../provider/credits.ts'
import { createEarlyScores, type EarlyScore } from '../results/early-scores.ts'
import { feedStatusOf, isLeagueStale, type LeagueReads } from './feed-status.ts'
import { createStateStore, type ProviderState } from './provider-state.ts'

export type Feed = {
  /** At most a second old. */
  status(): Promise<FeedStatus>
  health(): Promise<FeedHealth>
}

type Parts = {
  readonly pool: pg.Pool
  readonly board: Pick<QuoteBoard, 'live' | 'upcoming'>
  readonly budget: Budget
  readonly clock: { businessNow(): Date; systemNow(): Date; readonly speed: number }
}

/** System time for which a status is cached. */
const STATUS_MS = SECOND
/** Business time after which a call that failed is not counted as failing any more: nobody asks for it again. */
const FAILING_MS = 2 * HOUR
/** System time that a poll may take. */
const GRACE_MS = 1_500

type Poll = {
  readonly league: string
  readonly kind: PollKind
  readonly read_at: Date | null
  readonly unread: number
  readonly failing_since: Date | null
  readonly failed_at: Date | null
  readonly error_code: string | null
  readonly error: string | null
}
type League = LeagueReads & { readonly polls: ReadonlyMap<string, Poll> }
type Snapshot = {
  readonly now: Date
  readonly state: ProviderState
  readonly leagues: League[]
  readonly games: Game[]
}

const READS = 'select league, kind, read_at, unread, failing_since, failed_at, error_code, error from app.poll'

export function createFeed({ pool, board, budget, clock }: Parts): Feed {
  const store = createStateStore(pool)
  const { earlyScores } = createEarlyScores(pool)
  const graceMs = GRACE_MS * clock.speed
  let kept: { readonly at: number; readonly status: Promise<FeedStatus> } | null = null

  async function snapshot(): Promise<Snapshot> {
    const [state, { rows }] = await Promise.all([store.read(), pool.query<Poll>({ name: 'poll reads', text: READS })])
    const now = clock.businessNow()
    const [live, upcoming] = [board.live(), board.upcoming()]
    return { now, state, leagues: leaguesOf(rows, live, upcoming, now), games: [...live, ...upcoming] }
  }

  const statusNow = async (): Promise<FeedStatus> => {
    const { leagues, state, now } = await snapshot()
    return feedStatusOf(leagues, state, now, graceMs)
  }

  return {
    status() {
      const at = clock.systemNow().getTime()
      if (kept !== null && at - kept.at < STATUS_MS) return kept.status
      const status = statusNow()
      // a failure is not kept
      status.catch(() => {
        kept = null
      })
      kept = { at, status }
      return status
    },

    async health() {
      const { leagues, state, now, games } = await snapshot()
      const day = clock.systemNow().toISOString().slice(0, 10)
      const toCome = new Map(board.upcoming().map((game) => [game.id, game]))
      const [{ perDay, spent }, told, { rows }] = await Promise.all([
        budget.today(),
        earlyScores([...toCome.keys()]),
        pool.query<{ used: number; calls: number; failures: number }>(
          'select used, calls, failures from app.credit_use where day = $1',
          [day],
        ),
      ])
      const shown = leagues.map((league) => leagueHealth(league, now, graceMs))
      return {
        ...feedStatusOf(leagues, state, now, graceMs),
        breaker: state.trouble === null || state.trouble === 'credits-spent' ? 'closed' : 'open',
        trouble: state.trouble === null ? null : { kind: state.trouble, since: isoOf(state.troubleSince) ?? '' },
        lastError: lastErrorOf(state, leagues),
        credits: {
          remaining: state.remaining,
          used: state.used,
          readAt: isoOf(state.creditsReadAt),
          budgetToday: perDay,
          spentToday: rows[0]?.used ?? spent,
        },
        counts: {
          callsToday: rows[0]?.calls ?? 0,
          failuresToday: rows[0]?.failures ?? 0,
          leagues: shown.length,
          staleLeagues: shown.filter(({ stale }) => stale).length,
          games: games.length,
          priced: games.filter(({ odds }) => odds !== undefined).length,
          staleGames: games.filter(({ stale }) => stale === true).length,
          unread: leagues.reduce(
            (sum, { polls }) => sum + Math.max(0, ...pollsOf(polls).map(({ unread }) => unread)),
            0,
          ),
        },
        begunEarly: told.map((score) => begunEarly(score, toCome.get(score.fixture)!)),
        leagues: shown,
      }
    },
  }
}

const pollsOf = (polls: League['polls']): Poll[] => [...polls.values()]

/**
 * The error of a call about one league is over once that same call succeeds, whatever else is read. Any other error is
 * over once anything is read after it, unless the provider is in trouble.
 */
function lastErrorOf(
  { errorCode, error, failedAt, trouble }: ProviderState,
  leagues: readonly League[],
): FeedHealth['lastError'] {
  const polls = leagues.flatMap((league) => pollsOf(league.polls))
  const [failing] = polls
    .filter(({ failed_at }) => failed_at !== null)
    .toSorted((one, other) => other.failed_at!.getTime() - one.failed_at!.getTime())
  if (failing !== undefined && trouble === null) {
    const { league, kind, error_code: code, error: message, failed_at: at } = failing
    return { about: { league, kind }, code: code ?? '', message: message ?? '', at: isoOf(at) ?? '', recoveredAt: null }
  }
  if (failedAt === null) return null
  const reads = polls.flatMap(({ read_at }) => (read_at === null ? [] : [read_at]))
  const last = reads.reduce<Date | null>((newest, at) => (newest === null || at > newest ? at : newest), null)
  const isOver = trouble === null && last !== null && last > failedAt
  const recoveredAt = isOver ? last.toISOString() : null
  return { about: null, code: errorCode ?? '', message: error ?? '', at: failedAt.toISOString(), recoveredAt }
}

function begunEarly({ completed, home, away, since }: EarlyScore, game: Game): FeedHealth['begunEarly'][number] {
  const { id: eventId, home_team, away_team, commence_time } = game
  const score = home === null || away === null ? null : { home, away }
  return { eventId, home_team, away_team, commence_time, completed, score, since: since.toISOString() }
}

const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null

function leaguesOf(rows: readonly Poll[], live: readonly Game[], upcoming: readonly Game[], now: Date): League[] {
  const reads = Map.groupBy(rows, ({ league }) => league)
  const liveOf = Map.groupBy(live, ({ league_key }) => league_key)
  const upcomingOf = Map.groupBy(upcoming, ({ league_key }) => league_key)
  const names = new Set([...reads.keys(), ...liveOf.keys(), ...upcomingOf.keys()])
  return [...names].sort().map((league) => {
    const starts = (upcomingOf.get(league) ?? []).map(({ commence_time }) => Date.parse(commence_time) - now.getTime())
    const polls = new Map((reads.get(league) ?? []).map((poll) => [poll.kind as string, stillMade(poll, now)]))
    return {
      league,
      live: liveOf.get(league)?.length ?? 0,
      upcoming: starts.length,
      nextStartMs: Math.min(...starts),
      oddsReadAt: polls.get('odds')?.read_at ?? null,
      polls,
    }
  })
}

function stillMade(poll: Poll, now: Date): Poll {
  const isAbandoned = poll.failed_at !== null && now.getTime() - poll.failed_at.getTime() > FAILING_MS
  return isAbandoned ? { ...poll, failing_since: null, failed_at: null } : poll
}

function leagueHealth(league: League, now: Date, graceMs: number): FeedHealth['leagues'][number] {
  const read = (kind: string) => {
    const { read_at: at = null, unread = 0, failing_since: since = null } = league.polls.get(kind) ?? {}
    const ageS = at === null ? null : Math.round((now.getTime() - at.getTime()) / SECOND)
    return { readAt: isoOf(at), ageS, unread, failingSince: isoOf(since) }
  }
  const { league: key, live, upcoming } = league
  const stale = isLeagueStale(league, now, graceMs)
  return { league: key, live, upcoming, stale, odds: read('odds'), events: read('events'), scores: read('scores') }
}
