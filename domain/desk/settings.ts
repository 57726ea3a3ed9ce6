// The settings of the book, which super admins change: their names in the ledger, units and bounds. Imports nothing but
// limits, so that the screens can load it.
import { MAX_TRANSFER_CENTS } from '../limits.ts'
import { ODDS_POLICIES, type OddsPolicy } from '../odds.ts'

/** A setting's value in the ledger: cents, milliseconds of business time, or a word. */
export type SettingValue = number | string

type Bounds =
  | { readonly unit: 'cents' | 'milliseconds'; readonly min: number; readonly max: number }
  | { readonly unit: 'word'; readonly words: readonly string[] }

export const SETTINGS = {
  /** The most that one bet may return; a larger bet is refused when it is placed, never cut later. */
  'max-payout': { unit: 'cents', min: 1, max: MAX_TRANSFER_CENTS },
  /** How long a bet in play waits before it is priced, in business time. */
  'acceptance-delay': { unit: 'milliseconds', min: 0, max: 10_000 },
  /** Paid by the house at sign-up. */
  'welcome-grant': { unit: 'cents', min: 0, max: MAX_TRANSFER_CENTS },
  /** The odds policy of a bet that does not name one. */
  'odds-policy': { unit: 'word', words: ODDS_POLICIES },
  /** What a plain admin may pay as goodwill in one business day. */
  'goodwill-per-day': { unit: 'cents', min: 0, max: MAX_TRANSFER_CENTS },
  /** What plain admins together may draw from the treasury in one business day; beyond it a super admin approves. */
  'treasury-per-day': { unit: 'cents', min: 0, max: MAX_TRANSFER_CENTS },
  /** What one decision by hand may move before it waits for a second admin. */
  'four-eyes-above': { unit: 'cents', min: 0, max: MAX_TRANSFER_CENTS },
  /** What one hand may move by deciding alone in one business day, before a second admin is needed. */
  'four-eyes-per-day': { unit: 'cents', min: 0, max: MAX_TRANSFER_CENTS },
} as const satisfies Record<string, Bounds>

export type SettingName = keyof typeof SETTINGS
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name)

/** Whether a setting may have this value. */
export function isPossibleSetting(name: SettingName, value: SettingValue): boolean {
  const bounds: Bounds = SETTINGS[name]
  if (bounds.unit === 'word') return typeof value === 'string' && bounds.words.includes(value)
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= bounds.min && value <= bounds.max
}

/** All settings by name, typed as the code uses them. */
export type Settings = {
  readonly [Name in SettingName]: Name extends 'odds-policy' ? OddsPolicy : number
}
