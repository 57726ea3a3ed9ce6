import { beforeEach, describe, expect, it } from 'vitest'
import { type FreshReads, NotFreshYet } from '#projections/freshness/fresh-reads.ts'
import { PROJECTIONS, type ProjectionName, TRAILING } from '#projections/projection.ts'
import { createFreshness, type Freshness } from './freshness.ts'
import type { OwnWrites, Writer } from './own-writes.ts'

const WRITER: Writer = { id: 'session', accountId: 'account', commitment: 'commitment', role: 'user' }
const store = { logId: 'a'.repeat(32), comparePositions: (one: string, other: string) => Number(one) - Number(other) }
const LEADING = PROJECTIONS.filter((name) => !TRAILING.has(name))

describe('what a session wrote', () => {
  /** The read models that have the write. */
  let folded: Set<ProjectionName>
  /** How often the read models' progress was queried. */
  let asked: number
  beforeEach(() => {
    folded = new Set()
    asked = 0
  })

  const fresh = () =>
    ({
      async waitForPosition(_token, { projections = PROJECTIONS } = {}) {
        asked += 1
        if (!projections.every((name) => folded.has(name))) throw new NotFreshYet('behind')
      },
      isInAll: () => PROJECTIONS.every((name) => folded.has(name)),
    }) as Partial<FreshReads> as FreshReads

  function whereAlone(): Freshness {
    const none = { last: async () => null, markSeen: () => undefined, share: async () => undefined }
    const freshness = createFreshness(store, fresh(), { isSoleInstance: () => true }, none)
    freshness.recordWrite(WRITER.id, '7', 'hash 7')
    return freshness
  }

  function whereAnotherApiWrote(): Freshness {
    let wrote: string | null = 'token'
    const ownWrites: OwnWrites = {
      last: async () => wrote,
      markSeen: () => {
        wrote = null
      },
      share: async () => undefined,
    }
    return createFreshness(store, fresh(), { isSoleInstance: () => false }, ownWrites)
  }

  describe.each([
    ['here', whereAlone],
    ['through another api', whereAnotherApiWrote],
  ])('%s', (_, begin) => {
    it('is waited for by a read of a trailing read model after a read of a leading one has seen it', async () => {
      const freshness = begin()
      for (const name of LEADING) folded.add(name)
      await freshness.waitFor(['bets'], undefined, WRITER)
      await expect(freshness.waitFor(['audit'], undefined, WRITER)).rejects.toThrow('not up to date')
      for (const name of TRAILING) folded.add(name)
      await freshness.waitFor(['audit'], undefined, WRITER)
    })

    it('is forgotten once all read models have it', async () => {
      const freshness = begin()
      for (const name of PROJECTIONS) folded.add(name)
      await freshness.waitFor(['bets'], undefined, WRITER)
      await freshness.waitFor(['audit'], undefined, WRITER)
      expect(asked).toBe(1)
    })
  })
})
