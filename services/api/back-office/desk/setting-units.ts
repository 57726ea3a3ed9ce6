// Converts values of settings between HTTP (euros, seconds) and the ledger (cents, milliseconds).
import { SETTINGS, type SettingName, type SettingValue } from '#domain/desk/settings.ts'
import { boundText, centsFromEuros, eurosOf } from '#domain/money.ts'

const UNITS = { cents: 'euros', milliseconds: 'seconds', word: 'word' } as const

export const unitOf = (setting: SettingName) => UNITS[SETTINGS[setting].unit]

/** Null if the ledger could not hold the value exactly. */
export function toLedger(setting: SettingName, value: SettingValue): SettingValue | null {
  const { unit } = SETTINGS[setting]
  if (unit === 'word') return typeof value === 'string' ? value : null
  if (typeof value !== 'number') return null
  return unit === 'cents' ? centsFromEuros(value) : millisecondsFromSeconds(value)
}

function millisecondsFromSeconds(seconds: number): number | null {
  const milliseconds = Math.round(seconds * 1_000)
  return Number.isSafeInteger(milliseconds) && milliseconds / 1_000 === seconds ? milliseconds : null
}

/** What a setting may be, for people. */
export function possibleText(setting: SettingName): string {
  const bounds = SETTINGS[setting]
  if (bounds.unit === 'word') return `must be one of: ${bounds.words.join(', ')}`
  const { unit, min, max } = bounds
  return unit === 'cents'
    ? `must be from ${boundText(min)} to ${boundText(max)}, with at most two decimals`
    : `must be from ${min / 1_000} to ${max / 1_000} seconds, with at most three decimals`
}

export function fromLedger(setting: SettingName, value: SettingValue): SettingValue {
  const { unit } = SETTINGS[setting]
  return unit === 'word' ? value : unit === 'cents' ? eurosOf(Number(value)) : Number(value) / 1_000
}
