// Dark or light: chosen by the visitor, kept locally, set before the first paint by /theme.js.
import { useSyncExternalStore } from 'react'

export type Theme = 'dark' | 'light'

const KEY = 'fairbook.theme'
const listeners = new Set<() => void>()

function readTheme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark'
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'light' ? '#f4f6f8' : '#0b0f14')
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Then it lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readTheme)
}
