export const deskGames = {
  pick: 'Pick a game of the feed',
  search: 'Team or league',
  notLoaded: 'Load what is saved, or begin a new list: saving replaces the list of the main page as a whole.',
  times: 'Times are those of Paris.',
  add: 'Add',
  loading: 'Loading the games…',
  none: 'No listed game fits.',
} as const
