// The auditor's rules about what admins decide if the feed leaves a doubt, each tested with a log in which one thing is
// wrong.
import { beforeAll } from 'vitest'
import type { StoredEvent } from '#services/event-store/port.ts'
import { settleFeedDoubts } from '../corpus/feed-doubts.ts'
import { idOf } from '../corpus/script.ts'
import { corpusLog, type Draft, gone, has, type Mutation, set, testMutations, twice, unexplained } from './rewritten.ts'

let log: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog(settleFeedDoubts)
})

const of = (name: string) => (draft: Draft) => draft.stream === `fixture-${idOf(name)}`
const on = (name: string) => set({ stream: `fixture-${idOf(name)}` })
const bySystem = set({ 'meta.actor': { id: 'feed', role: 'system' } })
const byNobody = set({ 'meta.actor': { id: idOf('bob'), role: 'user' } })
const withoutText = set({ 'meta.reason': { code: 'by-admin' } })
const beforeTheJoin = has('newer', idOf('second game'))
const afterTheJoin = has('newer', idOf('third game'))

const CASES: readonly Mutation[] = [
  ['released while a release is in force', 'market_released_wrong', 'MarketReleased', twice],
  [
    'released again too soon',
    'market_released_wrong',
    'MarketReleased',
    set({ 'meta.at': '2026-11-23T12:10:00.001Z' }),
  ],
  ['a market released that is void', 'market_released_wrong', 'FixtureVoided', set({ 'data.market': 'h2h' })],
  ['any market released of a void event', 'market_released_wrong', 'FixtureVoided', set({ data: {} })],
  [
    'released after the end',
    'market_released_wrong',
    'FixtureAbandoned',
    (draft) => [draft, released({ ...draft, stream: `fixture-${idOf('copy')}` })],
  ],
  ['released on a game never listed', 'fixture_unknown', 'MarketReleased', on('no game')],
  ['released by a part of the product', 'actor_implausible', 'MarketReleased', bySystem],
  ['released by nobody known', 'actor_implausible', 'MarketReleased', byNobody],
  ['released without a reason', 'reason_missing', 'MarketReleased', unexplained],
  ['released for a reason without a text', 'reason_missing', 'MarketReleased', withoutText],
  ['kept apart twice', 'fixtures_apart_wrong', 'FixturesKeptApart', twice],
  ['kept apart from itself', 'fixtures_apart_wrong', 'FixturesKeptApart', set({ 'data.newer': idOf('opener') })],
  ['kept apart from no game', 'fixtures_apart_wrong', 'FixturesKeptApart', set({ 'data.newer': idOf('no game') })],
  ['kept apart from a game listed later', 'fixtures_apart_wrong', 'FixtureListed', gone, of('second game')],
  ['kept apart after the end', 'fixtures_apart_wrong', 'FixturesKeptApart', on('copy'), afterTheJoin],
  [
    'kept apart after they were joined',
    'fixtures_apart_wrong',
    'FixturesKeptApart',
    set({ 'data.newer': idOf('copy') }),
    afterTheJoin,
  ],
  [
    'joined after they were kept apart',
    'fixtures_apart_wrong',
    'FixturesKeptApart',
    set({ 'data.newer': idOf('copy') }),
    beforeTheJoin,
  ],
  ['kept apart on a game never listed', 'fixture_unknown', 'FixturesKeptApart', on('no game')],
  ['kept apart by a part of the product', 'actor_implausible', 'FixturesKeptApart', bySystem],
  ['kept apart by nobody known', 'actor_implausible', 'FixturesKeptApart', byNobody],
  ['kept apart without a reason', 'reason_missing', 'FixturesKeptApart', unexplained],
]

/** A release with the metadata of another event. */
function released(draft: Draft): Draft {
  const data = { market: 'h2h', why: 'implausible', since: '2026-11-23T12:05:00.000Z' }
  return { ...structuredClone(draft), type: 'MarketReleased', schema: 1, data }
}

testMutations(() => log, CASES)
