// The chosen theme, stored locally. /theme.js sets it before the first paint.
import { useSyncExternalStore } from 'react'
import { Listeners } from './listeners.ts'

export type Theme = 'dark' | 'light'

const KEY = 'fairbook.theme'
const listeners = new Listeners()

function readTheme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark'
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'light' ? '#f4f6f8' : '#0b0f14')
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  listeners.notify()
}

/** The chosen theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(listeners.subscribe, readTheme)
}
