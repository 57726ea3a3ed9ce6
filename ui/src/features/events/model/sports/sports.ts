// The sports of the filter bar, in its order. `key` is the family's key as games carry it.
export type SportChip = { key: string; name: string; emoji: string }

export const SPORTS: SportChip[] = [
  { key: 'soccer', name: 'Football', emoji: '⚽' },
  { key: 'basketball', name: 'Basketball', emoji: '🏀' },
  { key: 'americanfootball', name: 'NFL', emoji: '🏈' },
  { key: 'baseball', name: 'Baseball', emoji: '⚾' },
  { key: 'tennis', name: 'Tennis', emoji: '🎾' },
  { key: 'icehockey', name: 'Hockey', emoji: '🏒' },
  { key: 'golf', name: 'Golf', emoji: '⛳' },
  { key: 'mma', name: 'MMA', emoji: '🥋' },
  { key: 'boxing', name: 'Boxing', emoji: '🥊' },
  { key: 'cricket', name: 'Cricket', emoji: '🏏' },
  { key: 'aussierules', name: 'AFL', emoji: '🏉' },
  { key: 'rugby', name: 'Rugby', emoji: '🏉' },
]

/** Rugby is one sport here and two families (league, union) at the provider. */
export function isOfSport(family: string, chipKey: string): boolean {
  return family === chipKey || (chipKey === 'rugby' && family.startsWith('rugby'))
}

export function sportChip(family: string): SportChip | undefined {
  return SPORTS.find((sport) => isOfSport(family, sport.key))
}
