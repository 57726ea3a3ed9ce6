// Closing of the bettor's own account.
export const closing = {
  title: 'Close account',
  hint: 'For good: nobody can sign in to it again, and its name stays taken. Bets and payments stay in the ledger.',
  loading: 'Loading…',
  failed: 'Failed to load what is left in your account',
  close: 'Close account',
  closing: 'Closing…',
  atOnce: 'Nothing is left in your account: it is closed at once, and that cannot be undone.',
  later: (left: string) =>
    `It still holds ${left}. From now on it takes no bets or deposits, and it closes by itself once nothing is left. Until then you can change your mind.`,
  payOut: 'To be paid, request a pay-out on the Overview tab.',
  settleFirst: 'Open bets are settled first.',
  requested: (time: string, left: string) =>
    `You asked for this on ${time}. It closes by itself once nothing is left; it still holds ${left}.`,
  due: (time: string) => `You asked for this on ${time}. Nothing is left in it: it is being closed.`,
  takesNothing: 'Your account is about to be closed: it takes no bets and no deposits. To keep it, go to Settings.',
  openBets: (count: number) => (count === 1 ? 'an open bet' : `${count} open bets`),
  and: ' and ',
  keep: 'Keep the account',
  keeping: 'Keeping…',
  kept: 'Your account stays open',
  keepFailed: 'Failed to keep the account',
  waits: 'Your account will be closed once nothing is left in it',
  closed: 'Your account is closed',
} as const
