// Where the focus was when the slip opened, and the price pressed last: the focus returns there when the slip or its
// receipt closes. These are DOM elements, so they are kept outside React.

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

export const slipOpener = () => opener
export const lastPrice = () => price
