import { euros, shownValue, type Value } from '../report/listing/cells.ts'

/** How numbers of a setting are shown. Other settings are shown as they are. */
const SHOWN: Readonly<Record<string, (value: number) => string>> = {
  ...Object.fromEntries(
    [
      ...['max-payout', 'welcome-grant', 'goodwill-per-day', 'treasury-per-day'],
      ...['four-eyes-above', 'four-eyes-per-day'],
    ].map((setting) => [setting, (cents: number) => `${euros(cents)} euros`]),
  ),
  'acceptance-delay': (milliseconds) => `${milliseconds / 1_000} s`,
}

/** The value of a setting with its unit, for people. */
export const shownSetting = (setting: string, value: Value): string => {
  const shown = Object.hasOwn(SHOWN, setting) ? SHOWN[setting] : undefined
  return typeof value === 'number' && shown !== undefined ? shown(value) : shownValue(value)
}
