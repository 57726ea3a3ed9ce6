// A league of the feed: its names, and how often it plays.
type LeagueFacts = {
  readonly key: string
  readonly group: string
  readonly title: string
  readonly description: string
  /** How long before their start games are listed. */
  readonly listedAhead: number
  /** A game starts (or a bout or tournament ends) every `period`. */
  readonly period: number
  /** Whether the provider has scores. */
  readonly scored: boolean
}
export type TeamKind =
  | 'soccer'
  | 'basketball'
  | 'hockey'
  | 'baseball'
  | 'americanfootball'
  | 'aussierules'
  | 'rugbyleague'
  | 'rugbyunion'
  | 'cricket'
  | 'tennis'
/** A league of teams, or of players who meet in pairs. */
export type TeamLeague = LeagueFacts & {
  readonly kind: TeamKind
  readonly teams: readonly string[]
  /** Starts are shifted by this. */
  readonly offset: number
  /** Number of successive games without a common team: see `pairing.ts`. */
  readonly block: number
  /** Every other block consists of cup ties. */
  readonly knockOut: boolean
}
/** Bouts are scheduled by their ends, so that these come steadily despite different lengths. */
export type BoutLeague = LeagueFacts & {
  readonly kind: 'bout'
  /** In milliseconds. */
  readonly length: readonly [shortest: number, longest: number]
  readonly offset: number
  readonly draws: boolean
}
/** One tournament after another; only the winner is offered. */
export type TournamentLeague = LeagueFacts & { readonly kind: 'tournament'; readonly players: readonly string[] }
export type League = TeamLeague | BoutLeague | TournamentLeague
