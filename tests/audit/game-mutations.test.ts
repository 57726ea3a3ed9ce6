// What the product never records about a game, each tested with a log in which it is and nothing else is wrong.
import { beforeAll, describe } from 'vitest'
import type { StoredEvent } from '#services/event-store/port.ts'
import { idOf } from '../corpus/script.ts'
import { corpusLog, type Draft, followedBy, has, type Mutation, testMutations } from './rewritten.ts'

/** An admin gives the game this result instead of the one at that version. */
const corrected = (replaces: number, home: number, away: number) =>
  followedBy(({ data, ...draft }: Draft) => {
    const { closedAt } = data as { closedAt: string }
    const meta = { ...draft.meta, actor: { id: idOf('ada'), role: 'admin' as const } }
    const result = { score: { home, away }, source: 'admin', reads: [], closedAt, replaces }
    return { ...draft, type: 'ResultCorrected', schema: 2, data: result, meta }
  })

describe('results', () => {
  let log: StoredEvent[]
  beforeAll(async () => {
    log = await corpusLog()
  })
  const RESULTS: readonly Mutation[] = [
    ['a result in place of an abandonment', 'correction_mismatch', 'FixtureAbandoned', corrected(1, 1, 0)],
    [
      'a correction to what was in force',
      'correction_mismatch',
      'ResultCorrected',
      corrected(3, 2, 2),
      has('source', 'admin'),
    ],
  ]
  testMutations(() => log, RESULTS)
})
