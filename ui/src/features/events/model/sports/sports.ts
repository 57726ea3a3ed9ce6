// The sports of the filter bar, in order. `key` is the `sport` of games.
export type Sport = { key: string; name: string; emoji: string }

export const SPORTS: Sport[] = [
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

/** Rugby is one sport here, but two (league, union) at the provider. */
export function matchesSport(providerSport: string, key: string): boolean {
  return providerSport === key || (key === 'rugby' && providerSport.startsWith('rugby'))
}

export function findSport(providerSport: string): Sport | undefined {
  return SPORTS.find((sport) => matchesSport(providerSport, sport.key))
}
