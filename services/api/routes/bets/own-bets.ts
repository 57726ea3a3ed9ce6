/** Route configuration that the reads of a bettor's own bets share: who may call them, and their failure code. */
export const OWN_BETS = {
  queue: 'reads',
  failure: 'bets_failed',
  session: { refusal: 'not_authenticated' },
  carries: ['X-Ledger-Position'],
} as const
