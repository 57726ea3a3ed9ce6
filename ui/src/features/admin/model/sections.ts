// The sections of the back office, in the order of its navigation. Each has an address below ui/src/routes/admin/, in
// the folder of its group; ui/src/app/desk-routes.test.tsx compares the two.

export type SectionGroup = 'main' | 'book' | 'desk' | 'control'

type SectionEntry = {
  readonly name: string
  readonly title: string
  readonly group: SectionGroup
  readonly to: string
  /** Not for auditors: a form, or the admin's own float. */
  readonly forWriters?: true
}

export const SECTIONS = [
  { name: 'overview', title: 'Summary Overview', group: 'main', to: '/admin/overview' },
  { name: 'users', title: 'Users', group: 'main', to: '/admin/users' },
  { name: 'create-user', title: 'Create New User', group: 'main', to: '/admin/create-user', forWriters: true },
  { name: 'bets', title: 'Bets', group: 'main', to: '/admin/bets' },
  { name: 'ticker', title: 'Live bets', group: 'main', to: '/admin/ticker' },
  { name: 'profit', title: 'House Profit', group: 'book', to: '/admin/profit' },
  { name: 'liability', title: 'Liability', group: 'book', to: '/admin/liability' },
  { name: 'settlement', title: 'Settlement', group: 'book', to: '/admin/settlement' },
  { name: 'games-of-the-day', title: 'Games of the Day', group: 'book', to: '/admin/games-of-the-day' },
  { name: 'league-blacklist', title: 'League Blacklist', group: 'book', to: '/admin/league-blacklist' },
  { name: 'feed-health', title: 'Feed health', group: 'book', to: '/admin/feed-health' },
  { name: 'alerts', title: 'Alerts', group: 'desk', to: '/admin/alerts' },
  { name: 'requests', title: 'Requests', group: 'desk', to: '/admin/requests' },
  { name: 'suspicions', title: 'Suspicions', group: 'desk', to: '/admin/suspicions' },
  { name: 'own-float', title: 'Own float', group: 'desk', to: '/admin/own-float', forWriters: true },
  { name: 'audit', title: 'Audit trail', group: 'control', to: '/admin/audit' },
  { name: 'balances', title: 'Balances as of', group: 'control', to: '/admin/balances' },
  { name: 'admins', title: 'Admin Management', group: 'control', to: '/admin/admins' },
  { name: 'approvals', title: 'Approvals', group: 'control', to: '/admin/approvals' },
  { name: 'settings', title: 'Settings and stops', group: 'control', to: '/admin/settings' },
] as const satisfies readonly SectionEntry[]

export type Section = (typeof SECTIONS)[number]
export type SectionName = Section['name']

export const sectionNamed = (name: SectionName): Section => SECTIONS.find((section) => section.name === name)!

/** The groups in order, each with its sections; with `readsOnly`, those that an auditor has. */
export const sectionGroups = (readsOnly: boolean): readonly (readonly [SectionGroup, readonly Section[]])[] => [
  ...Map.groupBy<SectionGroup, Section>(
    SECTIONS.filter((section) => !(readsOnly && 'forWriters' in section)),
    ({ group }) => group,
  ),
]
