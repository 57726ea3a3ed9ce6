export const search = {
  title: 'Search',
  placeholder: 'Search teams and leagues',
  hint: 'Type the name of a team or a league.',
  loading: 'Loading games...',
  none: (text: string) => `Nothing found for "${text}".`,
  noneHint: 'Games are listed while they are on or coming up.',
  league: 'Leagues',
  game: 'Games',
  live: 'LIVE',
} as const
