// How this visitor wants odds and times shown: stored locally, shared by all tabs. Requests always use decimal odds and
// UTC.
import { useSyncExternalStore } from 'react'
import { Listeners } from './listeners.ts'
import { subscribeStorage } from './storage-events.ts'

const choices = {
  /** The format of odds. */
  odds: { key: 'fairbook.odds-format', values: ['decimal', 'fractional', 'american'] },
  /** The time zone of the times shown. */
  zone: { key: 'fairbook.time-zone', values: ['paris', 'browser'] },
} as const

type Choice = keyof typeof choices
export type DisplaySettings = { readonly [Name in Choice]: (typeof choices)[Name]['values'][number] }
export type OddsFormat = DisplaySettings['odds']
export type ZoneChoice = DisplaySettings['zone']

const listeners = new Listeners()
let current = readStored()
let changesElsewhere = 0

/** The first value of each is the default. */
function readStored(): DisplaySettings {
  const read = <Name extends Choice>(name: Name): DisplaySettings[Name] => {
    const { key, values } = choices[name]
    const known: readonly string[] = values
    try {
      const stored = localStorage.getItem(key)
      if (stored !== null && known.includes(stored)) return stored as DisplaySettings[Name]
    } catch {
      // Without storage the defaults apply.
    }
    return values[0] as DisplaySettings[Name]
  }
  return { odds: read('odds'), zone: read('zone') }
}

export const readDisplaySettings = (): DisplaySettings => current

export function setDisplaySetting<Name extends Choice>(name: Name, value: DisplaySettings[Name]): void {
  current = { ...current, [name]: value }
  try {
    localStorage.setItem(choices[name].key, value)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  listeners.notify()
}

/**
 * The current settings; re-renders when they change. For components that stay mounted while the settings are edited.
 */
export function useDisplaySettings(): DisplaySettings {
  return useSyncExternalStore(listeners.subscribe, readDisplaySettings)
}

/**
 * Grows when another tab changes the settings. The whole app then remounts, so that no text in the old format remains.
 */
export function useChangesElsewhere(): number {
  return useSyncExternalStore(listeners.subscribe, () => changesElsewhere)
}

const KEYS = Object.values(choices).map(({ key }) => key)
subscribeStorage(KEYS, () => {
  current = readStored()
  changesElsewhere += 1
  listeners.notify()
})
