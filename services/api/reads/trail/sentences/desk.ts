// Sentences about what the desk rules for all bets.
import { euros, say, strong, type Tell, type Told } from './sentence.ts'

/** '€500.00' of a setting in cents, else as it stands. */
const valueText = (setting: string, value: string | number): string =>
  typeof value === 'number' && /cents/i.test(setting) ? euros(value) : String(value)

export const SettingsSet: Tell<'SettingsSet'> = ({ data: { settings }, who }) => {
  const sideOf = (side: 'before' | 'after') =>
    settings.map((one) => {
      const value = one[side]
      return `${one.setting}: ${value === undefined ? 'none' : valueText(one.setting, value)}`
    })
  return {
    what: say`${who} changed the ${strong(settings.length === 1 ? 'setting' : 'settings')} ${settings
      .map(({ setting }) => setting)
      .join(', ')}`,
    change: [sideOf('before').join(', '), sideOf('after').join(', ')],
  }
}

type Scoped = Pick<Told<'BettingStopped' | 'BettingResumed'>, 'row' | 'data' | 'known'>
function scope({ row, data: { fixture, market }, known }: Scoped): string {
  if (fixture === undefined) return 'all betting'
  const title = known.title(row.fixture)
  return market === undefined ? `betting on ${title}` : `${market} of ${title}`
}

export const BettingStopped: Tell<'BettingStopped'> = (told) => ({
  what: say`${told.who} ${strong('stopped')} ${scope(told)}`,
  change: ['open', 'stopped'],
})
export const BettingResumed: Tell<'BettingResumed'> = (told) => ({
  what: say`${told.who} ${strong('resumed')} ${scope(told)}`,
  change: ['stopped', 'open'],
})
