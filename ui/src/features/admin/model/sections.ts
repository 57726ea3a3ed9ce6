// The sections of the back office, in their order.
export const SECTION_TITLES = {
  summary: 'Summary Overview',
  'create-user': 'Create New User',
  users: 'Users',
  bets: 'Bets',
  admins: 'Admin Management',
} as const

export type Section = keyof typeof SECTION_TITLES

export const SECTIONS = Object.keys(SECTION_TITLES) as Section[]
