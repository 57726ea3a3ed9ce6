// The back office used to be a single page, with its open section in the address:
// '/admin?section=users&users=2&user=…'.

const SECTIONS = {
  summary: '/admin/overview',
  'create-user': '/admin/create-user',
  'games-of-the-day': '/admin/games-of-the-day',
  users: '/admin/users',
  requests: '/admin/requests',
  bets: '/admin/bets',
  'league-blacklist': '/admin/league-blacklist',
  admins: '/admin/admins',
} as const

/** The present address of such an old one; null for any other. */
export function newAddress(search: Record<string, unknown>) {
  const known = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]
  const section = known.find((one) => one === search.section)
  if (section === undefined) return null
  const page = Number(search[section])
  return {
    to: SECTIONS[section],
    search: {
      ...(section !== 'users' && Number.isSafeInteger(page) && page > 1 ? { page } : {}),
      ...(section === 'users' && typeof search.user === 'string' ? { user: search.user } : {}),
    },
  }
}
