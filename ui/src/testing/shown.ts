// `expect(element).toBeShown()`: in the page and not hidden by any ancestor. Needed because queries by text also find
// elements that are collapsed, inert or hidden.
import { expect } from 'vitest'

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void>, T> {
    toBeShown: (this: Assertion<R, T>) => R
  }
}

/** Why the element is not visible; null where it is. */
export function hiddenBy(element: Element): string | null {
  if (!element.isConnected) return 'it is not in the page'
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const { display, visibility } = getComputedStyle(at)
    const tag = at.outerHTML.slice(0, at.outerHTML.indexOf('>') + 1)
    if (display === 'none' || visibility === 'hidden') return `not displayed: ${tag}`
    for (const attribute of ['hidden', 'inert']) if (at.hasAttribute(attribute)) return `${attribute}: ${tag}`
    if (at.getAttribute('aria-hidden') === 'true') return `hidden from assistive technology: ${tag}`
  }
  return null
}

expect.extend({
  toBeShown(received: unknown) {
    if (!(received instanceof Element)) return { pass: false, message: () => `no element: ${String(received)}` }
    const why = hiddenBy(received)
    return {
      pass: why === null,
      message: () => `expected ${received.outerHTML} ${why === null ? 'not to be shown' : `to be shown: ${why}`}`,
    }
  },
})
