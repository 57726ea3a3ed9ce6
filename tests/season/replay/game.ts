// A game of a real season, or of one of our own: what was offered on it, and how it ended.
export type Pair = readonly [home: number, away: number]

export type Offer = {
  readonly market: string
  readonly selection: string
  readonly point?: string
  readonly odds: string
}

export type Ending =
  /** `regulation`: null if the feed could not tell it; `told`: an admin supplies it later. */
  | { readonly kind: 'score'; readonly score: Pair; readonly regulation: Pair | null; readonly told?: Pair }
  /** An admin says who won; null: the bets are void. */
  | { readonly kind: 'by-hand'; readonly winner: 'home' | 'away' | null }
  | { readonly kind: 'not-played'; readonly why: string }

export type Game = {
  readonly league: string
  readonly home: string
  readonly away: string
  /** Day in UTC: '2026-11-20'. */
  readonly day: string
  readonly offers: readonly Offer[]
  readonly ending: Ending
}

/** Rows of a file with commas and without quotes. */
export const rowsOf = (text: string): string[][] =>
  text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))

/** '1.9' becomes '1.90'; null if there is no price. */
export function oddsOf(text: string | undefined): string | null {
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d{1,2}))?\d*$/.exec(text ?? '') ?? []
  if (whole === undefined) return null
  const odds = `${whole}.${decimals.padEnd(2, '0')}`
  return odds <= '1.01' && whole.length === 1 ? null : odds
}

/** A line without superfluous digits. */
export const lineOf = (value: number): string => String(value === 0 ? 0 : value)
