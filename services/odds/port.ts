// What the rest of the product asks of the odds part: a board of games and prices to read, a poller to call.

import type { Leg } from '#domain/bet/bet-events.ts'
import type { Refusal } from '#domain/decision.ts'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import type { CommandMeta } from '#domain/meta.ts'
import type { Game } from '#services/contract/contract.ts'

/** The two clocks: `businessNow` is what every rule goes by, `systemNow` what time-outs go by. */
export type Clocks = { businessNow(): Date; systemNow(): Date }

/** A fixture as the board knows it. */
export type BoardFixture = {
  readonly id: string
  readonly league: string
  readonly home: string
  readonly away: string
  readonly startsAt: Date
  /** Version of the fixture's stream that the read model had. */
  readonly version: number
  /** No bet is taken any more: a completed read, a result or an abandonment is there. */
  readonly closed: boolean
}

/** A price that a bettor may ask for. `point` is null where the market has none; `selection` of h2h: home, draw, away. */
export type Selection = {
  readonly fixture: string
  readonly market: string
  readonly point: string | null
  readonly selection: string
}

/** The games and prices of the moment, in memory; every call but `freshQuote` and `loadGame` answers at once. */
export type QuoteBoard = {
  /** The quote as evidence; null where it is unknown, suspended, closed, or too old to strike a bet at. */
  quote(selection: Selection): Leg | null
  /**
   * As `quote`, but where the price is too old (2 minutes in play, 15 before the start) the provider is asked first:
   * all who wait share one call, a league is asked at most once in 10 s of business time and within the credits.
   * Null where the price still is too old, or the answer takes longer than `timeoutMs` (2,000).
   */
  freshQuote(selection: Selection, timeoutMs?: number): Promise<Leg | null>
  /** True where the fixture is known and no bet is taken on it any more. */
  closed(fixture: string): boolean
  fixture(fixture: string): BoardFixture | null
  /**
   * The selection key behind the name a bettor sees ('Arsenal', 'Draw') or behind the key itself; null where the
   * fixture has no such selection. Works for suspended markets too.
   */
  selectionNamed(fixture: string, market: string, name: string): string | null
  /** A game as the lists have it; null where the board does not hold it. */
  game(fixture: string): Game | null
  /** As `game`, and from the tables where the board has dropped it. */
  loadGame(fixture: string): Promise<Game | null>
  /** Started at most 4 hours ago and not completed, by start. */
  live(): Game[]
  /** Not started, those with prices first, then by start. */
  upcoming(): Game[]
  /** Live and upcoming games of a league key ('soccer_epl') or of a family ('soccer'), by start. */
  gamesOf(key: string): Game[]
  /** Calls `listener` with the fixtures whose price, score or state changed; gives back the way to stop. */
  onChange(listener: (fixtures: readonly string[]) => void): () => void
  close(): Promise<void>
}

/** The commands port as the feed needs it: services/commands' `fixtures`. */
export type FixtureCommands = {
  execute(
    fixture: string,
    command: FixtureCommand,
    meta: CommandMeta,
  ): Promise<{ accepted: true; events: readonly unknown[] } | { accepted: false; refusal: Refusal }>
}

export type PollKind = 'events' | 'odds' | 'scores'
/** What a poll found. `skipped`: not due, no credits, or another worker has it. */
export type PollReport = {
  readonly league: string
  readonly kind: PollKind
  readonly skipped: boolean
  readonly listed: number
  readonly moved: number
  readonly resultsRecorded: number
  readonly resultsCorrected: number
  readonly credits: number
}

/** What the workers call. Every call is safe to repeat and to run in several processes at once. */
export type Poller = {
  /** Does everything that is due now by the business clock, and returns when it is done; cheap when nothing is. */
  tick(): Promise<PollReport[]>
  /** Asks for the odds of a league now, whatever is due: lists, moves, prices. */
  pollOdds(league: string): Promise<PollReport>
  /** Asks for the scores of a league now: stores them, records results read twice, corrects what changed. */
  pollScores(league: string): Promise<PollReport>
  /** Abandons what never completed: 48 h after the start for soccer, 30 h for others. Returns how many. */
  abandonOverdue(): Promise<number>
  /** Deletes messages and price history that no bet refers to, some hours after they were fetched. Returns rows deleted. */
  prune(): Promise<number>
  /** Ends its connections to the provider. */
  close(): Promise<void>
}
