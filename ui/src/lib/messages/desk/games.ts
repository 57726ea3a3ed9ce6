export const leagues = {
  hide: (league: string) => `Blacklist ${league}?`,
  hideText:
    'Its games are shown to no bettor and nothing can be bet on them. Bets that are open stand, and are settled.',
  offer: (league: string) => `Offer ${league} again?`,
  offerText: 'Its games are shown to bettors again, and can be bet on.',
  reach: 'What it is about',
  upcoming: 'Upcoming games',
  openBets: 'Open bets on its games',
  reachFailed: 'Failed to count its games and bets',
} as const

export const deskGames = {
  pick: 'Pick a game of the feed',
  search: 'Team or league',
  notLoaded: 'Load what is saved, or begin a new list: saving replaces the list of the main page as a whole.',
  times: 'Times are those of Paris.',
  unchanged: 'As it was loaded: nothing is unsaved.',
  unsaved: 'Not saved yet: bettors see the list as it was. What you changed stays here until you save or discard it.',
  discard: 'Discard changes',
  notLoadedReader: 'Load what is saved to see it.',
  reload: 'Load what is saved?',
  reloadText: 'What you changed and did not save is discarded.',
  missing: 'Please fill this in',
  add: 'Add',
  loading: 'Loading the games…',
  none: 'No listed game fits.',
} as const
