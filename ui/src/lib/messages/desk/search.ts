export const deskSearch = {
  title: 'Search the desk',
  placeholder: 'Search users, bets, events, ledger numbers',
  hint: 'A username, the id of a bet or an account, a team, or a ledger number.',
  loading: 'Searching…',
  none: (term: string) => `Nothing found for "${term}".`,
  failed: 'Failed to search',
  groups: { users: 'People', bets: 'Bets', events: 'Events', lines: 'Ledger' },
  blocked: 'blocked',
} as const

/** Filters with a search dialog. */
export const findTexts = {
  bets: {
    field: 'Any bet',
    title: 'Find a bet',
    placeholder: 'Bet id, at least six digits',
    hint: 'The id of a bet from its link, or how it begins.',
  },
  events: {
    field: 'Any game',
    title: 'Find a game',
    placeholder: 'Team',
    hint: 'A team, or how its name begins.',
  },
} as const
