// Markets as they would be priced without a margin.

/** `chance`: of winning, as a share of the bets that are neither returned in whole nor in half. */
export type FairOutcome = {
  readonly name: string
  /** Whom it is about, where the name alone does not say so. */
  readonly description?: string
  readonly point?: number
  readonly chance: number
}
/** Outcomes of which one wins; of a double chance, two. */
export type FairBook = { readonly outcomes: readonly FairOutcome[]; readonly winners: 1 | 2 }
/** Alternate lines are one market of many books. */
export type FairMarket = { readonly key: string; readonly books: readonly FairBook[] }

export const one = (...outcomes: FairOutcome[]): FairBook => ({ outcomes, winners: 1 })
export const DRAW = 'Draw'

/** Below this chance a line is not offered. */
const SHORTEST = 0.03
export const isOffered = ({ outcomes }: FairBook): boolean => outcomes.every(({ chance }) => chance >= SHORTEST)
