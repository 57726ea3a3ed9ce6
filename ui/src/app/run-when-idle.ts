/** Calls `callback` when the browser is idle after the page has loaded; returns the function that cancels it. */
export function runWhenIdle(callback: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(callback, { timeout: 4_000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(callback, 1_500)
  return () => clearTimeout(timer)
}
