export const prices = {
  link: 'Price history',
  title: 'Price history',
  outcome: 'Outcome',
  loading: 'Loading prices...',
  none: 'No prices were recorded for this outcome.',
  fetchFailed: 'Failed to fetch prices',
  summary: (low: string, high: string) => `Prices over time, between ${low} and ${high}`,
  recorded: (from: string) => `Recorded since ${from}.`,
  newest: (count: number, from: string) => `The newest ${count} changes, since ${from}.`,
  between: 'Changes between two readings are not shown. A gap means that no price was offered.',
  asTable: 'Table',
  table: 'Prices',
  since: 'Since',
  price: 'Price',
  gone: 'Taken down',
  now: 'Now',
} as const

/** Only on the event page, so the first view does not load them. */
export const onEventPage = {
  decided: (side: string) => `Decided · ${side}`,
  decidedAt: (side: string, minute: number) => `Decided at ${minute}' · ${side}`,
  findMarket: 'Find a market or a team',
  noMatch: 'No markets match.',
  estimated: 'From the score, or estimated (≈) from the start',
} as const
