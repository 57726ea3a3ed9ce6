// How large a made book is.

export type BookSize = { readonly users: number; readonly bets: number; readonly events: number }

/** The size by which the back office is judged. */
export const FULL: BookSize = { users: 10_000, bets: 1_000_000, events: 5_000_000 }
