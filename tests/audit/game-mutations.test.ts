// What the product never records about a game, each tested with a log in which it is and nothing else is wrong.
import { beforeAll, describe, expect, test } from 'vitest'
import type { StoredEvent } from '#services/event-store/port.ts'
import { decideAlone } from '../corpus/authority.ts'
import { idOf } from '../corpus/script.ts'
import { decideWithSecondAdmins } from '../corpus/second-admins.ts'
import {
  audit,
  type Change,
  codesIn,
  codesOfChanged,
  corpusLog,
  type Draft,
  followedBy,
  has,
  type Mutation,
  rewrite,
  set,
  testMutations,
} from './rewritten.ts'

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

  /** As if the feed had given up the derby, so long after it was to start. */
  const givenUpAfter = (hours: number) =>
    codesOfChanged(log, 'FixtureAbandoned', (draft) => {
      const at = new Date(Date.parse('2026-11-16T21:00:00.000Z') + hours * 3_600_000).toISOString()
      const byFeed = { id: 'feed', role: 'system' }
      return set({ 'meta.actor': byFeed, 'meta.at': at, 'data.closedAt': at, 'data.why': 'not-completed' })(draft)
    })
  test('the feed gives up no game that may still be completed: two days for football', () => {
    expect(givenUpAfter(47)).toContain('market_voided_wrong')
    expect(givenUpAfter(48)).not.toContain('market_voided_wrong')
  })
})

describe('one game under two ids', () => {
  let log: StoredEvent[]
  beforeAll(async () => {
    log = await corpusLog(decideAlone)
  })
  const onBoth: Change = (draft) => {
    const { legs, stakeCents } = draft.data as unknown as { legs: [object]; stakeCents: number }
    const two = [legs[0], { ...legs[0], fixture: idOf('derby') }]
    return set({ 'data.legs': two as never, 'data.odds': '4.41', 'data.potentialReturnCents': stakeCents * 4.41 })(
      draft,
    )
  }
  /** A parlay of the cup and the derby, which are of the same teams. `startsAt`, `league`: of the derby. */
  const found = (derby: { readonly startsAt?: string; readonly league?: string } = {}) =>
    codesIn(
      audit(
        rewrite(log, (draft) => {
          if (draft.type === 'FixtureListed' && draft.stream === `fixture-${idOf('derby')}`) {
            return { ...draft, data: { ...(draft.data as object), ...derby } }
          }
          if (!has('bet', idOf('on the cup'))(draft) || draft.type !== 'BetPlaced') return draft
          const [bet] = [onBoth(draft)].flat() as Draft[]
          const { legs } = bet!.data as unknown as { legs: object[] }
          return set({ 'data.legs': [legs[0], { ...legs[1], ...derby }] as never })(bet!)
        }),
      ),
    )
  test('is no parlay', () => {
    expect(found()).toContain('fixture_twice')
    expect(found({ startsAt: '2026-11-16T23:59:59.000Z' })).toContain('fixture_twice')
    expect(found({ startsAt: '2026-11-17T00:00:00.000Z' })).not.toContain('fixture_twice')
    expect(found({ league: 'soccer_efl_champ' })).not.toContain('fixture_twice')
  })
})
