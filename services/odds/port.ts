// The interface of the odds module: a board of games and prices to read, and a poller to call.
import type { Quote } from '#domain/bet/bet-events.ts'
import type { Refusal } from '#domain/decision.ts'
import type { FeedCommand } from '#domain/feed/commands.ts'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import type { CommandMeta } from '#domain/meta.ts'
import type { Game } from '#services/contract/contract.ts'

/** The two clocks: `businessNow` for rules, `systemNow` for timeouts. */
export type Clocks = { businessNow(): Date; systemNow(): Date }

/** A fixture on the board. */
export type BoardFixture = {
  readonly id: string
  readonly league: string
  readonly home: string
  readonly away: string
  /** Equal for two games of the same teams, at either home. */
  readonly teams: string
  readonly startsAt: Date
  /** Version of the fixture's stream in the read model. */
  readonly version: number
  /** No more bets are accepted: there is a completed read, a result or an abandonment. */
  readonly closed: boolean
}

/** What can be bet on. `point` is null if the market has no lines. `selection`: a key of domain/settlement/markets. */
export type Selection = {
  readonly fixture: string
  readonly market: string
  readonly point: string | null
  readonly selection: string
}

/**
 * The provider's answer about a game that we do not list. 'known': we do list it, under an id of ours. 'failed': what
 * came of each call, an HTTP status or a word. 'unscored': it is listed, but not among the scores.
 */
export type FallbackAnswer =
  | { readonly kind: 'known'; readonly fixture: string }
  | { readonly kind: 'game'; readonly game: Game }
  | { readonly kind: 'missing' | 'unscored' }
  | { readonly kind: 'failed'; readonly scores: string; readonly odds: string }
export type EventFallback = (league: string, providerId: string) => Promise<FallbackAnswer>

/**
 * The current games and prices, in memory. Every call except `freshQuote`, `loadGame` and `fallback` is synchronous.
 */
export type QuoteBoard = {
  /** The quote as evidence; null if it is unknown, suspended, closed, or too old to strike a bet at. */
  quote(selection: Selection): Quote | null
  /**
   * As `quote`, but a price that is too old, or was not fetched after `since`, is fetched first. All callers that wait
   * share one call, and a league is fetched at most once in 10 s of business time and within the credits. Null if the
   * price is still too old, or fetching takes longer than `timeoutMs` (2,000).
   */
  freshQuote(selection: Selection, options?: { since?: Date; timeoutMs?: number }): Promise<Quote | null>
  /** Whether `freshQuote` would have to fetch: there is a price, but it is too old. */
  isTooOld(selection: Selection): boolean
  /** Somebody looks at a game: its additional markets are fetched, unless that was done recently. */
  watch(fixture: string): void
  /** Whether the fixture is known and takes no more bets. */
  closed(fixture: string): boolean
  fixture(fixture: string): BoardFixture | null
  /**
   * The key of a selection, from the name that bettors see ('Arsenal', 'Over 2.5') with or without its line, or from
   * the key itself; null if the fixture has no such selection. Works for suspended markets too.
   */
  selectionNamed(fixture: string, market: string, name: string, point?: string | null): string | null
  /** A game as the lists have it; null if it is not on the board. */
  game(fixture: string): Game | null
  /** As `game`, but from the database if it is no longer on the board. */
  loadGame(fixture: string): Promise<Game | null>
  /**
   * For a game that `loadGame` does not have: asks the provider, with credits to spare, and at most once a minute for
   * calls that cost credits.
   */
  readonly fallback: EventFallback
  /** Games that started at most 4 hours ago and are not completed, by start. */
  live(): Game[]
  /** Games that have not started; those with prices first, then by start. */
  upcoming(): Game[]
  /** Live and upcoming games of a league ('soccer_epl') or a sport ('soccer'), by start. */
  gamesOf(key: string): Game[]
  /** The admins' list in its order, without what is over; upcoming games if no list was ever saved. */
  gamesOfTheDay(): Game[]
  /** Whether a league is blacklisted: its games are in no list, cannot be loaded, and have no quotes. */
  hides(league: string): boolean
  /** Resolves once the board has applied all that it was notified of, and the offer as it is now. */
  caughtUp(): Promise<void>
  /** Calls `listener` with the fixtures whose price, score or state changed. Returns a function that unsubscribes. */
  onChange(listener: (fixtures: readonly string[]) => void): () => void
  /** Calls `listener` after leagues were hidden or shown again, or games of the day were saved. */
  onOffer(listener: () => void): () => void
  close(): Promise<void>
}

/** The commands that the feed needs: `fixtures` of services/commands. */
export type FixtureCommands = {
  execute(
    fixture: string,
    command: FixtureCommand,
    meta: CommandMeta,
  ): Promise<{ accepted: true; events: readonly unknown[] } | { accepted: false; refusal: Refusal }>
}

/** What publishes quotes: `feeds` of services/commands. */
export type FeedRecorder = {
  execute(
    feed: string,
    command: FeedCommand,
    meta: CommandMeta,
  ): Promise<
    { accepted: true; events: readonly { readonly version: number }[] } | { accepted: false; refusal: Refusal }
  >
}

export type PollKind = 'events' | 'odds' | 'scores'
/** The outcome of a poll. `skipped`: not due, no credits, or made by another worker. */
export type PollReport = {
  readonly league: string
  readonly kind: PollKind
  readonly skipped: boolean
  readonly listed: number
  readonly moved: number
  readonly resultsRecorded: number
  readonly resultsCorrected: number
  readonly credits: number
  /** Games of the reply that could not be read, or not with all their bookmakers. */
  readonly unread: number
}

/** For the workers. Every call may be repeated, and run in several processes at once. */
export type Poller = {
  /** Makes every poll that is due by the business clock, and resolves when they are done. Cheap if none is. */
  tick(): Promise<PollReport[]>
  /** Polls the odds of a league now, due or not: lists and moves fixtures, stores prices. */
  pollOdds(league: string): Promise<PollReport>
  /** Polls the scores of a league now: stores them, records results read twice, corrects those that changed. */
  pollScores(league: string): Promise<PollReport>
  /** Abandons games that were not completed in time. Returns the number of games. */
  abandonOverdue(): Promise<number>
  /**
   * Deletes messages and price history that no bet refers to, some time after they were fetched, and what is kept about
   * the markets of games that are over. Returns the number of rows of messages and prices.
   */
  prune(): Promise<number>
  /** Closes its connections to the provider. */
  close(): Promise<void>
}
