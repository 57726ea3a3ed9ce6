import { runWhenIdle } from './run-when-idle.ts'

/** Has the offline page kept by the service worker (`ui/public/sw.js`). Not while developing, where files change. */
export function keepOfflinePage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => runWhenIdle(() => void navigator.serviceWorker.register('/sw.js').catch(() => {}))
  // Without it there is only no offline page.
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
