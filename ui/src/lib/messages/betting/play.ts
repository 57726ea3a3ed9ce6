// Texts of play limits, breaks and the reality check. Not part of `messages`: they load with the screens that show
// them, after the first view.
import type { BreakKind, BreakLength, LimitKind, PlayPeriod } from '#domain/play/play-terms.ts'

const periods: Record<PlayPeriod, string> = { day: 'Day', week: 'Week', month: 'Month' }
const limits: Record<LimitKind, { title: string; hint: string }> = {
  stake: {
    title: 'Limits on stakes',
    hint: 'The most you can stake in a day, week or month. A stake that is returned in full does not count.',
  },
  loss: {
    title: 'Limits on losses',
    hint: 'The most you can lose in a day, week or month. An open bet counts as lost until it is settled.',
  },
}
const lengths: Record<BreakLength, string> = {
  '24-hours': '24 hours',
  '7-days': '7 days',
  '30-days': '30 days',
  '6-months': '6 months',
  '1-year': '1 year',
  '5-years': '5 years',
  'for-good': 'For good',
}
const breakNames: Record<BreakKind, string> = { 'time-out': 'Time-out', 'self-exclusion': 'Self-exclusion' }

export const play = {
  tab: 'Limits',
  loading: 'Loading your limits…',
  failed: 'Failed to load your limits',
  limits,
  limitsHint:
    'A lower limit applies at once, a higher one after 24 hours. Days begin at midnight in Paris, weeks on Monday.',
  periods,
  none: 'No limit',
  used: (kind: LimitKind, amount: string) => `${amount} ${kind === 'stake' ? 'staked' : 'lost'}`,
  ahead: (amount: string) => `${amount} ahead`,
  left: (amount: string) => `${amount} left`,
  until: (time: string) => `until ${time}`,
  set: 'Set a limit',
  change: 'Change',
  nameOf: (kind: LimitKind, period: PlayPeriod) => `${periods[period]}, ${kind === 'stake' ? 'stakes' : 'losses'}`,
  amount: 'New limit',
  amountInvalid: 'Please enter a valid amount.',
  amountSmall: (least: string) => `A limit must be at least ${least}.`,
  save: 'Save',
  cancel: 'Cancel',
  remove: 'Remove the limit',
  saved: 'Your limit applies from now on',
  savedLater: (time: string) => `Your new limit applies from ${time}`,
  withdrawn: 'The limit stays as it is',
  saveFailed: 'Failed to set the limit',
  pending: (amount: string | null, time: string) =>
    amount === null ? `No limit from ${time}` : `Rises to ${amount} on ${time}`,
  withdraw: 'Take it back',
  breaks: {
    title: 'Take a break',
    hint: 'No bets until the break ends. Nobody can shorten it; it can only be made longer. Open bets still settle, and your balance stays yours.',
    names: breakNames,
    lengths,
    confirm: (kind: BreakKind, length: BreakLength) => `${breakNames[kind]}: ${lengths[length]}`,
    consequence: (end: string | null) =>
      end === null
        ? 'You will never be able to bet with this account again. This cannot be taken back.'
        : `You cannot bet until ${end}. This cannot be shortened, and support cannot end it either.`,
    take: 'Take the break',
    taking: 'One moment…',
    taken: 'Your break has begun',
    failed: 'The break could not be taken. Please try again.',
  },
  inForce: {
    'time-out': (end: string | null) => `You are taking a time-out until ${end ?? 'further notice'}.`,
    'self-exclusion': (end: string | null) =>
      end === null ? 'You have excluded yourself for good.' : `You have excluded yourself until ${end}.`,
  } satisfies Record<BreakKind, (end: string | null) => string>,
  noBets: 'Bets are not accepted until then. Open bets still settle.',
  noBetsEver: 'Bets are not accepted any more. Open bets still settle.',
  toLimits: 'Your limits',
  close: 'Close this notice',
  realityCheck: {
    setting: 'Reality check',
    hint: 'A quiet reminder of how long you have been here and what you staked. Kept in this browser.',
    every: (minutes: number) => (minutes === 0 ? 'Off' : `Every ${minutes} minutes`),
    title: 'Time for a look at the clock',
    played: 'Time played',
    staked: 'Staked',
    result: 'Net result',
    resultHint: 'Open bets count as lost until they are settled.',
    duration: (minutes: number) =>
      minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`,
    unknown: 'Your bets could not be loaded.',
    goOn: 'Continue',
  },
  blocked: {
    title: 'Your account is blocked',
    text: 'You have been signed out, and cannot sign in or bet at the moment. Your open bets still settle, and your balance stays yours.',
    support: 'Please contact support: they can tell you more, and pay out your balance.',
    close: 'Close',
  },
} as const
