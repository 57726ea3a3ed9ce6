// What events of the audit trail are grouped by. Imports nothing, for the screens.

export const AUDIT_KINDS = [
  'money',
  'bets',
  'settlement',
  'people',
  'access',
  'views',
  'play',
  'games',
  'offer',
  'desk',
  'prices',
] as const

/** What people read, on the screen and in the file. */
export const AUDIT_KIND_NAMES: Readonly<Record<(typeof AUDIT_KINDS)[number], string>> = {
  money: 'Money',
  bets: 'Bets',
  settlement: 'Settlement',
  people: 'People',
  access: 'Sign-ins',
  views: 'Who looked',
  play: 'Limits and breaks',
  games: 'Games and results',
  offer: 'Offer',
  desk: 'Desk',
  prices: 'Prices',
}
