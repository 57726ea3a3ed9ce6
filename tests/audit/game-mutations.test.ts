// What the product never records about a game, each tested with a log in which it is and nothing else is wrong.
import { beforeAll, describe } from 'vitest'
import type { StoredEvent } from '#services/event-store/port.ts'
import { decideAlone } from '../corpus/authority.ts'
import { idOf } from '../corpus/script.ts'
import { decideWithSecondAdmins } from '../corpus/second-admins.ts'
import { corpusLog, type Draft, followedBy, has, type Mutation, set, testMutations } from './rewritten.ts'

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

const decided = (...selections: readonly { selection: string; point: string; grade: string }[]) =>
  followedBy((draft) => ({ ...draft, type: 'MarketDecided', data: { market: 'totals', selections: [...selections] } }))
const OVER = { selection: 'over', point: '2.5', grade: 'won' }

describe('decisions by hand', () => {
  let log: StoredEvent[]
  beforeAll(async () => {
    log = await corpusLog(decideWithSecondAdmins)
  })
  const ofTotals = has('market', 'totals')
  const HAND: readonly Mutation[] = [
    ['a void market decided', 'market_decided_wrong', 'FixtureVoided', decided(OVER), ofTotals],
  ]
  testMutations(() => log, HAND)
})

describe('decided markets', () => {
  let log: StoredEvent[]
  beforeAll(async () => {
    log = await corpusLog()
  })
  const again = followedBy((copy) => copy)
  const both = set({ 'data.selections': ([one]: readonly object[]) => [one, { ...one, grade: 'lost' }] as never })
  const MARKETS: readonly Mutation[] = [
    ['decided as it was', 'market_decided_wrong', 'MarketDecided', again],
    ['one selection decided twice', 'market_decided_wrong', 'MarketDecided', both],
  ]
  testMutations(() => log, MARKETS)
})

describe('abandoned games', () => {
  let log: StoredEvent[]
  beforeAll(async () => {
    log = await corpusLog(decideAlone)
  })
  const because = (why: string) => set({ 'data.why': why })
  const byFeed = set({ 'meta.actor': { id: 'feed', role: 'system' }, 'data.why': 'postponed' })
  const GAMES: readonly Mutation[] = [
    ['postponed, says the feed', 'actor_implausible', 'FixtureAbandoned', byFeed],
    ['given up by a person', 'actor_implausible', 'FixtureAbandoned', because('not-completed')],
    ['a duplicate with bets', 'market_voided_wrong', 'FixtureAbandoned', because('duplicate')],
  ]
  testMutations(() => log, GAMES)
})
