export const leagues = {
  hide: (league: string) => `Blacklist ${league}?`,
  hideText: 'Bettors no longer see its games or bet on them. Open bets stand, and are settled.',
  offer: (league: string) => `Unblacklist ${league}?`,
  offerText: 'Bettors see its games again, and can bet on them.',
  reach: 'What it affects',
  upcoming: 'Upcoming games',
  openBets: 'Open bets on its games',
  reachFailed: 'Failed to count its games and bets',
} as const

export const deskGames = {
  pick: 'Pick a game of the feed',
  search: 'Team or league',
  notLoaded: 'Load the saved list, or begin a new one: saving replaces the whole list on the main page.',
  times: 'All times are Paris time.',
  unchanged: 'No unsaved changes.',
  unsaved: 'Not saved yet: bettors see the list as it was. Your changes stay here until you save or discard them.',
  discard: 'Discard changes',
  notLoadedReader: 'Load the saved list to see it.',
  reload: 'Load the saved list?',
  reloadText: 'Your unsaved changes are discarded.',
  missing: 'Please fill this in',
  add: 'Add',
  loading: 'Loading the games…',
  none: 'No listed games match.',
} as const
