// One contract for every event store: each promise of the port is a test.
import { describe } from 'vitest'
import { appendingContract } from './appending.ts'
import { followingContract } from './following.ts'
import { outageContract } from './outages.ts'
import { readingContract } from './reading.ts'
import { repeatingContract } from './repeating.ts'
import type { MakeStore } from './store-fixture.ts'

/** `makeStore` returns a new, empty store for each test. */
export function eventStoreContract(name: string, makeStore: MakeStore): void {
  describe(`event store contract: ${name}`, () => {
    appendingContract(makeStore)
    repeatingContract(makeStore)
    outageContract(makeStore)
    readingContract(makeStore)
    followingContract(makeStore)
  })
}
