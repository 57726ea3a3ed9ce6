const USER_INPUTS = ['wheel', 'touchstart', 'keydown', 'pointerdown']

/**
 * Scrolls to a section, and again whenever its size changes while its content loads, until the user scrolls or types.
 * Returns how to stop it.
 */
export function scrollToSection(id: string): () => void {
  const element = document.getElementById(id)
  if (element === null) return () => {}
  const controller = new AbortController()
  const stop = () => controller.abort()
  const observer = new ResizeObserver(() => element.scrollIntoView({ block: 'start' }))
  observer.observe(element)
  controller.signal.addEventListener('abort', () => observer.disconnect())
  for (const input of USER_INPUTS) {
    window.addEventListener(input, stop, { signal: controller.signal, passive: true })
  }
  return stop
}
