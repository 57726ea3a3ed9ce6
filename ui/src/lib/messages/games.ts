export const games = {
  gamesOfTheDay: 'Games of the Day',
  live: 'Live',
  loadingGamesOfTheDay: 'Loading Games of the Day...',
  loadingLive: 'Loading live games...',
  noGamesOfTheDay: 'No Games of the Day found.',
  noSportGames: (sport: string) => `No ${sport} games found.`,
  noLive: 'No live games right now',
  noLiveHint: 'Games will appear here when they start!',
  noLiveSport: (sport: string) => `No live ${sport} games right now`,
  upcoming: 'Upcoming Games',
  loadingUpcoming: 'Loading upcoming games...',
  noUpcoming: 'No upcoming games right now',
  liveNow: 'Live Now',
  liveBetting: 'Live Betting',
  liveGames: 'Live Games',
  allSports: 'All Sports',
  indicative: 'indicative',
  showAll: (count: number) => `Show all ${count}`,
  showFewer: 'Show fewer',
  allLive: 'All live',
  showNew: (count: number) => (count === 1 ? 'Show 1 new game' : `Show ${count} new games`),
  showAllSports: 'Show all sports',
  showAllTimes: 'Show all games',
  /** The filter of upcoming games by start. */
  when: 'When',
  whenNames: { today: 'Today', tomorrow: 'Tomorrow', hour: 'Starts within the hour', favourites: 'Favourites' },
  noFavouritesHint: 'Star a league or a team to find it here.',
} as const

export const live = {
  resume: 'Resume',
  pricesLive: 'Prices live',
  paused: 'Paused',
  delayed: 'Delayed',
  offline: 'Offline',
  at: (word: string, time: string) => `${word} ${time}`,
  since: (word: string, time: string) => `${word} since ${time}`,
  lastUpdate: (word: string, age: string) => `${word} · last update ${age} ago`,
  spokenWithoutTime: (word: string) => `Prices ${word.toLowerCase()}`,
  pricesDelayed: (time: string) => `Prices delayed since ${time}`,
  feedOffline: (time: string) => `Feed offline since ${time}`,
} as const

export const favourites = {
  add: (name: string) => `Add ${name} to favourites`,
  remove: (name: string) => `Remove ${name} from favourites`,
} as const

export const sports = {
  title: 'Sports & Leagues',
  loading: 'Loading sports...',
  none: 'No sports available at the moment.',
  noLeagues: (region: string) => `No leagues available for ${region} at the moment.`,
  loadingLeagues: 'Loading leagues...',
} as const

export const event = {
  title: 'Event',
  loading: 'Loading…',
  none: 'No data available for this event.',
  noMarkets: 'No betting markets available for this event',
  finished: 'Game is finished - betting closed',
  locked: 'Betting is suspended',
  suspended: {
    'in-doubt': 'Betting is suspended: the prices that came in look wrong',
    'taken-down': 'Betting is suspended: the bookmaker takes no bets on it now',
  },
  begunEarly: 'Betting is suspended: the event seems to have begun early',
  stale: 'This price is out of date',
  notAvailable: 'N/A',
  notFound: 'Event not found or no data returned from API.',
  fetchFailed: 'Failed to fetch event data from Odds API',
} as const
