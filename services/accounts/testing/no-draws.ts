// A treasury for tests in which nobody draws from it.
import type { Treasury } from '../treasury.ts'

export const noDraws: Pick<Treasury, 'draw' | 'remembers'> = {
  draw: () => Promise.reject(new Error('nobody draws in this test')),
  remembers: async () => false,
}
