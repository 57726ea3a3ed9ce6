// The kinds of personal data that somebody of the desk may be shown: about one person, or about everybody.

/** On a page, or in a file, about one person. */
export const VIEWS_OF_SOMEBODY = ['profile', 'sessions', 'history', 'transactions-file', 'turnover-file'] as const
/** In a file about everybody, or as events of the log. */
export const VIEWS_OF_ALL = ['users-file', 'trail-file', 'bets-file', 'balances-file', 'log-entries'] as const

export type ViewOfSomebody = (typeof VIEWS_OF_SOMEBODY)[number]
export type ViewOfAll = (typeof VIEWS_OF_ALL)[number]
export type View = ViewOfSomebody | ViewOfAll
