import { vi } from 'vitest'

type Method = 'getItem' | 'setItem'

/**
 * Makes local storage full ('setItem') or blocked (both), until the returned function is called. Spies on
 * `localStorage` itself: happy-dom binds each method at its first use, so a later spy on the prototype is never called.
 */
export function breakStorage(...methods: readonly Method[]): () => void {
  const broken = methods.map((method) =>
    vi.spyOn(localStorage, method).mockImplementation(() => {
      throw new DOMException('no storage', 'QuotaExceededError')
    }),
  )
  return () => {
    for (const spy of broken) spy.mockRestore()
  }
}
