// Shown to bettors on the main page while the desk has stopped betting.
const games = (count: number) => (count === 1 ? 'one of these games' : `${count} of these games`)

export const stopped = {
  all: 'Betting is stopped on all games for the moment. Open bets stand.',
  events: (count: number) => `Betting is stopped on ${games(count)} for the moment.`,
  markets: (count: number) => `Betting is stopped on some markets of ${games(count)} for the moment.`,
  both: (events: number, markets: number) =>
    `Betting is stopped for the moment on ${games(events)}, and on some markets of ${games(markets)}.`,
} as const
