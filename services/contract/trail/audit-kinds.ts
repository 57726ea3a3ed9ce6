// Kinds by which events of the audit trail are grouped. Imports nothing, because the browser uses it.

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

/** Names for people, on the screen and in files. */
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
