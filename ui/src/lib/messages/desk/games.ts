export const deskGames = {
  pick: 'Pick a game of the feed',
  search: 'Team or league',
  add: 'Add',
  loading: 'Loading the games…',
  none: 'No listed game fits.',
} as const
