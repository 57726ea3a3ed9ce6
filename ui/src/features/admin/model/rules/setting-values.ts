// Values of settings, as shown and as typed.
import type { DeskRules } from '#services/contract/contract.ts'
import { rules } from '#ui/lib/messages/desk/rules.ts'
import { formatEuros } from '#ui/lib/money.ts'

type Setting = DeskRules['settings'][number]

export const settingName = (setting: string): string => rules.names[setting] ?? setting

export function shownValue(unit: Setting['unit'] | undefined, value: number | string): string {
  if (typeof value === 'string') return rules.policies[value] ?? value
  return unit === 'seconds' ? rules.seconds(value) : formatEuros(value)
}

/** The typed value; null if the setting cannot have it. */
export function typedValue({ unit, min, max, words }: Setting, typed: string): number | string | null {
  const text = typed.trim().replace(',', '.')
  if (unit === 'word') return words.includes(text) ? text : null
  const value = Number(text)
  const isExact = unit === 'euros' ? /^\d{1,12}(\.\d{1,2})?$/ : /^\d{1,2}(\.\d{1,3})?$/
  return isExact.test(text) && value >= (min ?? 0) && value <= (max ?? 0) ? value : null
}
