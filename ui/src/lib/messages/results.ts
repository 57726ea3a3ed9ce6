export const results = {
  title: 'Results',
  today: 'Today',
  yesterday: 'Yesterday',
  zone: 'Games that started on this day in Europe/Paris. Scores are final, overtime included.',
  loading: 'Loading results...',
  none: (day: string) => `No results for ${day}.`,
  noneYet: 'Games appear here as soon as their result is recorded.',
  before: (day: string) => `Show ${day}`,
  abandoned: 'Abandoned',
  noResult: 'No result',
  fetchFailed: 'Failed to fetch results',
} as const
