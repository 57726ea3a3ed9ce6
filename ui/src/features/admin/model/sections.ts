// The sections of the back office, in their order.
export const SECTION_TITLES = {
  summary: 'Summary Overview',
  'create-user': 'Create New User',
  'games-of-the-day': 'Games of the Day',
  users: 'Users',
  requests: 'Requests',
  bets: 'Bets',
  'league-blacklist': 'League Blacklist',
  admins: 'Admin Management',
} as const

export type Section = keyof typeof SECTION_TITLES

export const SECTIONS = Object.keys(SECTION_TITLES) as Section[]
