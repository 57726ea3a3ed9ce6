// GET /api/clock, /api/stream: the time, server-sent events, and the lists in the page of /.
import { z } from 'zod'
import { User } from './auth.ts'
import { TickerBet } from './figures/ticker.ts'
import { Game, Games } from './sports.ts'
import { AuditKind } from './trail/audit.ts'
import { IsoTime } from './values.ts'

/** The business clock, which the browser follows. */
export const Clock = z.object({ now: IsoTime, speed: z.number() })

/** JSON in the page of /: the lists of its first screen, and where a stream continues from them. */
export const FirstGames = z.object({
  /** When it was written, in Unix milliseconds of the server's own clock. */
  at: z.number(),
  clock: Clock,
  /** The id of the last push that the lists contain. */
  since: z.string(),
  live: Games,
  gamesOfTheDay: Games,
})
export type FirstGames = z.infer<typeof FirstGames>

/**
 * Server-sent events of GET /api/stream?topics=live,event:ID,me,admin,ticker (bearer header; anonymous for live and
 * event). Sent as `event: message`, with one of these in `data:`; `id:`, if present, resumes a stream. A heartbeat
 * comment every 15 s.
 */
export const Push = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), clock: Clock }),
  /** Price, score or state of a game changed: the whole game as in the lists. */
  z.object({ kind: z.literal('game'), topic: z.string(), game: Game }),
  /** The bettor's own account changed. */
  z.object({ kind: z.literal('account'), topic: z.literal('me'), user: User, position: z.string() }),
  /** Bets of the bettor changed: fetch them again. */
  z.object({ kind: z.literal('bets'), topic: z.literal('me'), position: z.string() }),
  /** There are new events of these kinds: fetch again what shows them. */
  z.object({
    kind: z.literal('admin'),
    topic: z.literal('admin'),
    changed: z.array(AuditKind),
    position: z.string(),
  }),
  /** Bets that were placed, newest first, at most fifty; at the stream's start, the newest ones. */
  z.object({ kind: z.literal('placed'), topic: z.literal('ticker'), bets: z.array(TickerBet) }),
  /** Too much was missed: fetch everything shown again. */
  z.object({ kind: z.literal('reset') }),
  /** The last message of a stream closed in favour of a newer one. Reopening it at once would close another. */
  z.object({ kind: z.literal('closed'), reason: z.literal('too-many-streams') }),
])
export type Push = z.infer<typeof Push>
