/** How the reads of a bettor's own bets are called, and what they fail with. */
export const OWN_BETS = {
  queue: 'reads',
  failure: 'bets_failed',
  session: { refusal: 'not_authenticated' },
  carries: ['X-Ledger-Position'],
} as const
