// The bounds of amounts, whatever else is in force: the least and the most that one event may move or set as a limit.
import type { EventData } from '../../events/payloads.ts'
import type { EventCheck } from '../../replay/event-check.ts'
import { LEAST_STAKE_CENTS } from './slip.ts'

/** Cents: ten billion euros. */
const MOST_CENTS = 1_000_000_000_000

type Amount = { readonly cents: number | null | undefined; readonly least: number }
type Amounts = { readonly [T in keyof EventData]?: (data: EventData[T]) => readonly Amount[] }

const moved = ({ amountCents }: { readonly amountCents: number }): readonly Amount[] => [
  { cents: amountCents, least: 1 },
]

/**
 * By type of event. A limit on stakes must be one that somebody could stake. Received transfers are compared with what
 * was sent, and floats that were raised by a draw with that.
 */
const AMOUNTS: Amounts = {
  WelcomeGranted: moved,
  TransferSent: moved,
  GoodwillPromised: moved,
  TreasuryDrawn: moved,
  TreasuryDrawRequested: moved,
  AuthorityUsed: ({ movesCents }) => [{ cents: movesCents, least: 1 }],
  FloatSet: ({ afterCents, draw }) => (draw === undefined ? [{ cents: afterCents, least: 0 }] : []),
  PlayLimitSet: ({ amountCents }) => [{ cents: amountCents, least: LEAST_STAKE_CENTS }],
  BetCapsSet: ({ stakeCents, payoutCents }) =>
    [stakeCents, payoutCents].map((cents) => ({ cents, least: LEAST_STAKE_CENTS })),
}

/** To be called for every event, most of which have no such amount. */
export function checkAmounts<T extends keyof EventData>(
  { data, place, findings, subject }: EventCheck<T>,
  type: T,
): void {
  for (const { cents, least } of AMOUNTS[type]?.(data) ?? []) {
    if (cents == null || (cents >= least && cents <= MOST_CENTS)) continue
    findings.at(place, 'amount_out_of_bounds', `from ${least} to ${MOST_CENTS}`, cents, subject)
  }
}

const CENTS = { min: 0, max: MOST_CENTS }
/** The values that a setting may have. A setting that the auditor does not know may have any. */
const SETTINGS: Readonly<Record<string, { readonly min: number; readonly max: number } | readonly string[]>> = {
  'max-payout': { ...CENTS, min: 1 },
  'acceptance-delay': { min: 0, max: 10_000 },
  'welcome-grant': CENTS,
  'odds-policy': ['none', 'better', 'within-10-percent', 'any'],
  'goodwill-per-day': CENTS,
  'treasury-per-day': CENTS,
  'four-eyes-above': CENTS,
  'four-eyes-per-day': CENTS,
}

/** What a setting may be, in words; null if it may have this value. */
export function boundsOfSetting(setting: string, value: number | string): string | null {
  const bounds = SETTINGS[setting]
  if (bounds === undefined) return null
  if (!('min' in bounds)) return bounds.some((word) => word === value) ? null : bounds.join(' or ')
  const { min, max } = bounds
  return typeof value === 'number' && value >= min && value <= max ? null : `from ${min} to ${max}`
}
