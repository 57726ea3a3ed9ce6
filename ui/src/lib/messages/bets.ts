export const bets = {
  title: 'My Bets',
  open: 'Open Bets',
  settled: 'Settled Bets',
  notAuthenticated: 'Not authenticated',
  failed: 'Failed to fetch bets',
  loadingFailed: (message: string) => `Error loading bets: ${message}`,
  status: {
    pending: 'Pending',
    won: 'Won',
    'half-won': 'Half won',
    lost: 'Lost',
    'half-lost': 'Half lost',
    refunded: 'Refunded',
    'not-needed': 'Not needed',
  },
} as const
