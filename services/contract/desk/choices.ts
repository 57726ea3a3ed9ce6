// What the desk's lists can be narrowed to. Imports nothing, because the browser uses it.

/** How a bettor's account stands. */
export const STANDINGS = ['active', 'blocked', 'owing', 'closing', 'closed'] as const
export const BET_KINDS = ['single', 'parlay'] as const
export const SUSPICION_KINDS = ['timing', 'stake', 'address'] as const
/** Time until the start of a game, or that it has begun. */
export const STARTS_WITHIN = ['started', '1h', '6h', '24h', '7d'] as const
/** Rows of a page; the first unless another one is asked for. */
export const PAGE_SIZES = ['10', '25', '50', '100'] as const
