import { formatEuros } from '../../money.ts'

export const suspicions = {
  title: 'Suspicions',
  kinds: { timing: 'Well timed', stake: 'Stake jumps', address: 'Shared addresses' },
  kindsLabel: 'Kind of suspicion',
  failed: 'Failed to load suspicions',
  none: 'Nothing looks odd here.',
  noneHint: 'Anything that does appears here by itself. All bets are under Bets.',
  toBets: 'Show all bets',
  noneInPage: 'Nothing looks odd on this page. Go on to older ones.',
  columns: { at: 'When', user: 'Who', why: 'Why', stake: 'Stake', bet: 'Bet' },
  toBet: 'Show bet',
  more: (accounts: number) => `and ${accounts} more`,
  rules: {
    timing: (seconds: number, fall: number) =>
      `Bets in play up to ${seconds} s before the score changed, or before their odds fell by a factor of ${fall} or more.`,
    stake: (factor: number) =>
      `Bets of at least ${factor} times what the account usually stakes: the median of the last twenty bets settled before.`,
    address: (accounts: number) =>
      `Addresses that ${accounts} or more accounts signed in from. It may be a household, an office or a phone network.`,
  },
  goal: (selection: string, seconds: number) => `${selection}: the score changed ${seconds} s later`,
  fell: (selection: string, from: string, to: string, seconds: number) =>
    `${selection}: odds fell from ${from} to ${to}, ${seconds} s later`,
  jump: (times: number, median: number) => `${times} times the usual stake of ${formatEuros(median)}`,
  shared: (accounts: number) => `${accounts} accounts signed in from one address`,
} as const
