import { vi } from 'vitest'

type Method = 'getItem' | 'setItem'

/**
 * Local storage that is full ('setItem') or blocked (both), until what this returns is called. Methods of `localStorage` itself:
 * happy-dom binds each to it at its first use, and what is spied of the prototype afterwards is never called.
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
