export const deskSearch = {
  title: 'Search the desk',
  placeholder: 'Search users, bets, events, ledger numbers',
  hint: 'A user name, the id of a bet or an account, a team, or a ledger number.',
  loading: 'Searching…',
  none: (term: string) => `Nothing found for '${term}'.`,
  failed: 'Failed to search',
  groups: { users: 'People', bets: 'Bets', events: 'Events', lines: 'Ledger' },
  roles: { user: 'Bettor', admin: 'Admin', 'super-admin': 'Super Admin' },
  blocked: 'blocked',
  erased: 'erased',
} as const
