import { runWhenIdle } from './run-when-idle.ts'

/**
 * Registers the service worker that holds the offline page (`ui/public/sw.js`). Not in development, where files change.
 */
export function keepOfflinePage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => runWhenIdle(() => void navigator.serviceWorker.register('/sw.js').catch(() => {}))
  // If that fails, only the offline page is missing.
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
