/** Runs `work` when the browser has nothing better to do, after the page has loaded. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(work, { timeout: 4_000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, 1_500)
  return () => clearTimeout(timer)
}
