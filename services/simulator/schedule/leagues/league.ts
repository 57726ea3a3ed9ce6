// A league of the feed: what it is called, and how often it plays.
type LeagueFacts = {
  readonly key: string
  readonly group: string
  readonly title: string
  readonly description: string
  /** Games are listed this long before their start. */
  readonly listedAhead: number
  /** A game starts (a bout, or a tournament, ends) every `period`. */
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
/** Of teams, or of players of whom two meet. */
export type TeamLeague = LeagueFacts & {
  readonly kind: TeamKind
  readonly teams: readonly string[]
  /** Starts are shifted by this. */
  readonly offset: number
  /** The number of successive games without a common team: see `pairing.ts`. */
  readonly block: number
  /** Every other block is of cup ties. */
  readonly knockOut: boolean
}
/** Bouts are scheduled by their ends, so that these come steadily despite different lengths. */
export type BoutLeague = LeagueFacts & {
  readonly kind: 'bout'
  /** Milliseconds. */
  readonly length: readonly [shortest: number, longest: number]
  readonly offset: number
  readonly draws: boolean
}
/** One tournament after another, of which only the winner is offered. */
export type TournamentLeague = LeagueFacts & { readonly kind: 'tournament'; readonly players: readonly string[] }
export type League = TeamLeague | BoutLeague | TournamentLeague
