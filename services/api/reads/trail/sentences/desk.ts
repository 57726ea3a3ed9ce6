// Sentences about rules of the desk that apply to all bets.
import { isSettingName, SETTINGS, type SettingName } from '#domain/desk/settings.ts'
import { marketName } from '#domain/settlement/market-names.ts'
import { euros, say, strong, type Tell, type Told } from './sentence.ts'

const NAMES: Readonly<Record<SettingName, string>> = {
  'max-payout': 'largest payout of one bet',
  'acceptance-delay': 'acceptance delay in play',
  'welcome-grant': 'welcome grant at sign-up',
  'odds-policy': 'odds policy if a bet names none',
  'goodwill-per-day': 'goodwill of one admin per day',
  'treasury-per-day': 'treasury budget of plain admins per day',
  'four-eyes-above': 'second admin approves above',
  'four-eyes-per-day': 'moved by one admin alone per day',
}
const POLICIES: Readonly<Record<string, string>> = {
  'within-10-percent': 'up to 10%',
  better: 'better odds only',
  none: 'none',
  any: 'any',
}

const nameOf = (setting: string): string => (isSettingName(setting) ? NAMES[setting] : setting.replaceAll('-', ' '))

/** '€500.00' for a setting in cents, '5 s' for a time. */
function valueText(setting: string, value: string | number): string {
  if (typeof value === 'string') return setting === 'odds-policy' ? (POLICIES[value] ?? value) : value
  if (!isSettingName(setting)) return String(value)
  return SETTINGS[setting].unit === 'cents' ? euros(value) : `${value / 1_000} s`
}

export const SettingsSet: Tell<'SettingsSet'> = ({ row, data: { settings }, who }) => {
  const [only, ...others] = settings
  const isOne = only !== undefined && others.length === 0
  const sideOf = (side: 'before' | 'after') =>
    settings
      .flatMap((one) => {
        const value = one[side]
        if (value === undefined) return []
        const text = valueText(one.setting, value)
        return [isOne ? text : `${nameOf(one.setting)}: ${text}`]
      })
      .join(', ')
  const what = strong(isOne ? `setting ${nameOf(only.setting)}` : 'settings of the book')
  return {
    what: row.role === 'system' ? say`The start-up set the ${what}` : say`${who} changed the ${what}`,
    change: [sideOf('before') || null, sideOf('after')],
  }
}

type Scoped = Pick<Told<'BettingStopped' | 'BettingResumed'>, 'row' | 'data' | 'known'>
function scope({ row, data: { fixture, market }, known }: Scoped): string {
  if (fixture === undefined) return 'all betting'
  const title = known.title(row.fixture)
  return market === undefined ? `betting on ${title}` : `betting on ${marketName(market)} of ${title}`
}

export const BettingStopped: Tell<'BettingStopped'> = (told) => ({
  what: say`${told.who} ${strong('stopped')} ${scope(told)}`,
  change: ['open', 'stopped'],
})
export const BettingResumed: Tell<'BettingResumed'> = (told) => ({
  what: say`${told.who} ${strong('resumed')} ${scope(told)}`,
  change: ['stopped', 'open'],
})
