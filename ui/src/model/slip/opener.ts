// Where the focus was when the slip opened, and the price pressed last: there it returns when the slip or its receipt
// closes. Elements of the page, so it is kept outside React.

let opener: HTMLElement | null = null
let price: HTMLElement | null = null

/** Call when the slip opens. */
export function rememberOpener(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement.closest('[data-slip]') === null) opener = activeElement
}

/** Call when a price is pressed. */
export function rememberPrice(): void {
  rememberOpener()
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement.hasAttribute('aria-pressed')) price = activeElement
}

/** After the next paint, when what had the focus is gone. Where neither element can take it, the page does. */
export function focusOpener(): void {
  requestAnimationFrame(() => {
    for (const element of [opener, price, document.getElementById('main')]) {
      element?.focus({ preventScroll: true })
      if (element !== null && document.activeElement === element) return
    }
  })
}
