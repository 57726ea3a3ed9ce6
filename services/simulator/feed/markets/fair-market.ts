// Markets as they would be priced without a margin.

/** `chance`: of winning, as a share of what is not returned. */
export type FairOutcome = {
  readonly name: string
  /** Whom it is about, if the name alone does not say so. */
  readonly description?: string
  readonly point?: number
  readonly chance: number
}
/** Outcomes of which one wins; for a double chance, two. */
export type FairBook = { readonly outcomes: readonly FairOutcome[]; readonly winners: 1 | 2 }
/** Alternate lines are one market made of many books. */
export type FairMarket = { readonly key: string; readonly books: readonly FairBook[] }

export const one = (...outcomes: FairOutcome[]): FairBook => ({ outcomes, winners: 1 })
export const DRAW = 'Draw'

/** A line with a smaller chance is not offered. */
const SHORTEST = 0.03
export const isOffered = ({ outcomes }: FairBook): boolean => outcomes.every(({ chance }) => chance >= SHORTEST)
