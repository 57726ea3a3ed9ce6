// One contract for every event store: each promise of the port is a test.
import { describe } from 'vitest'
import { appendingContract } from './appending.ts'
import { followingContract } from './following.ts'
import type { StoreUnderTest } from './harness.ts'
import { readingContract } from './reading.ts'

/** `makeStore` gives a new, empty store for each test. */
export function eventStoreContract(name: string, makeStore: () => Promise<StoreUnderTest>): void {
  describe(`event store contract: ${name}`, () => {
    appendingContract(makeStore)
    readingContract(makeStore)
    followingContract(makeStore)
  })
}
