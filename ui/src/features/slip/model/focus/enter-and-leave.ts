// The focus goes into the slip with what opened it, and back out when the slip closes.
import { lastPrice, slipOpener } from '#ui/model/slip/opener.ts'

/**
 * Call when the slip has opened. A price keeps the focus, so that the next one can be picked; from a button that opened the slip
 * it comes along, be it that the button has given way to the slip, or that all prices are between the two.
 */
export function enterSlip(slip: Element | null | undefined): void {
  const { activeElement, body } = document
  const opener = slipOpener()
  if (opener === null || opener === body || opener.hasAttribute('aria-pressed')) return
  if (activeElement === opener || (activeElement === body && !opener.isConnected)) {
    slip?.querySelector<HTMLElement>('[data-slip-close]')?.focus()
  }
}

/** After the next paint, when what had the focus is gone. Where neither element can take it, the page does. */
export function focusOpener(): void {
  requestAnimationFrame(() => {
    const reopening = document.querySelectorAll<HTMLElement>('aside button')
    for (const element of [slipOpener(), ...reopening, lastPrice(), document.getElementById('main')]) {
      element?.focus({ preventScroll: true })
      if (element === null || document.activeElement !== element) continue
      // whoever goes by keys is shown where; under the pointer nothing moves
      if (element.matches('button:focus-visible')) element.scrollIntoView?.({ block: 'nearest' })
      return
    }
  })
}
