// Environment variables for settings of the book must be values that the ledger would accept: anything else stops the
// start with a line that names the variable.
import { expect, test } from 'vitest'
import { isPossibleSetting, SETTING_NAMES, SETTINGS, type SettingName } from '#domain/desk/settings.ts'
import { type Config, readConfig } from '#services/platform/config.ts'
import { seedsOf } from './desk-rules.ts'

/** Variables in euros or seconds, and the same values in the ledger's cents or milliseconds. */
const VARIABLES = {
  MAX_PAYOUT: ['max-payout', 100],
  ACCEPTANCE_DELAY_S: ['acceptance-delay', 1_000],
  WELCOME_GRANT: ['welcome-grant', 100],
  GOODWILL_PER_DAY: ['goodwill-per-day', 100],
  TREASURY_DAILY_BUDGET: ['treasury-per-day', 100],
  FOUR_EYES_ABOVE: ['four-eyes-above', 100],
  FOUR_EYES_PER_DAY: ['four-eyes-per-day', 100],
} as const satisfies Partial<Record<keyof Config, [SettingName, number]>>

const settingIn = (variable: string, text: string, setting: SettingName) => {
  try {
    return seedsOf(readConfig({ [variable]: text }))[setting]
  } catch (error) {
    return (error as Error).message
  }
}

test('every setting that is an amount has a variable, and a default within its bounds', () => {
  const amounts = SETTING_NAMES.filter((name) => SETTINGS[name].unit !== 'word')
  expect(Object.values(VARIABLES).map(([setting]) => setting)).toEqual(expect.arrayContaining(amounts))
  for (const [setting, value] of Object.entries(seedsOf(readConfig({})))) {
    expect([setting, isPossibleSetting(setting as SettingName, value)]).toEqual([setting, true])
  }
})

test.each(Object.entries(VARIABLES))(
  '%s is taken within the bounds of the setting, and refused by its name beyond',
  (variable, [setting, times]) => {
    const { min, max } = SETTINGS[setting]
    for (const value of [0, 1, min - 1, min, max - 1, max, max + 1, 2 * max]) {
      if (value < 0) continue
      const text = String(value / times)
      if (isPossibleSetting(setting, value)) expect([text, settingIn(variable, text, setting)]).toEqual([text, value])
      else expect([text, settingIn(variable, text, setting)]).toEqual([text, expect.stringMatching(`^${variable}: `)])
    }
  },
)
