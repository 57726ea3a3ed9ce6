import { BET_STATUS_NAMES } from '#domain/bet/bet-statuses.ts'

export const bets = {
  title: 'My Bets',
  open: 'Open Bets',
  settled: 'Settled Bets',
  notAuthenticated: 'Not authenticated',
  failed: 'Failed to fetch bets',
  loadingFailed: (message: string) => `Error loading bets: ${message}`,
  status: {
    ...BET_STATUS_NAMES,
    'half-won': 'Half won',
    'half-lost': 'Half lost',
    'not-needed': 'Not needed',
  },
} as const

/** The slip's texts that the first view needs; those of the opened slip are in slip.ts. */
export const slip = {
  locked: 'Your last bet is not confirmed yet. Resolve it in the bet slip first.',
  cleared: 'Bet slip cleared.',
} as const
