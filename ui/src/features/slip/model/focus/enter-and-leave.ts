// Moves the focus into the slip when it opens, and back out when it closes.
import { lastPrice, slipOpener } from '#ui/model/slip/opener.ts'

/**
 * Call when the slip has opened. A price keeps the focus, so that the next one can be picked. Another button that
 * opened the slip passes the focus on: it may have been replaced by the slip, or be separated from it by all the
 * prices.
 */
export function enterSlip(slip: Element | null | undefined): void {
  const { activeElement, body } = document
  const opener = slipOpener()
  if (opener === null || opener === body || opener.hasAttribute('aria-pressed')) return
  if (activeElement === opener || (activeElement === body && !opener.isConnected)) {
    slip?.querySelector<HTMLElement>('[data-slip-close]')?.focus()
  }
}

/**
 * Moves the focus to what opened the slip, after the next paint, when the focused element is gone. Falls back to the
 * button that reopens the slip, the price pressed last, and the page.
 */
export function focusOpener(): void {
  requestAnimationFrame(() => {
    const reopening = document.querySelectorAll<HTMLElement>('aside button')
    for (const element of [slipOpener(), ...reopening, lastPrice(), document.getElementById('main')]) {
      element?.focus({ preventScroll: true })
      if (element === null || document.activeElement !== element) continue
      // Keyboard users are shown where the focus went; under the pointer nothing moves.
      if (element.matches('button:focus-visible')) element.scrollIntoView?.({ block: 'nearest' })
      return
    }
  })
}
