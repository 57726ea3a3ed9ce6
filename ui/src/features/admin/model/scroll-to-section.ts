const TAKES_OVER = ['wheel', 'touchstart', 'keydown', 'pointerdown']

/**
 * Scrolls to an element, and again while what it holds arrives and makes room for it, until the reader takes over. Gives
 * back how to stop.
 */
export function bringUp(id: string): () => void {
  const element = document.getElementById(id)
  const over = new AbortController()
  if (element === null) return () => {}
  const observer = new ResizeObserver(() => element.scrollIntoView({ block: 'start' }))
  observer.observe(element)
  over.signal.addEventListener('abort', () => observer.disconnect())
  for (const event of TAKES_OVER) {
    window.addEventListener(event, () => over.abort(), { signal: over.signal, passive: true })
  }
  return () => over.abort()
}
