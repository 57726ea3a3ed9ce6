// The auditor's rules about what the house offers, each tested with a log in which one thing is wrong.
import { beforeAll, expect, test } from 'vitest'
import { OFFER, offerStream } from '#domain/offer/events.ts'
import { storedMeta } from '#domain/versions/event-versions.ts'
import type { StoredEvent } from '#services/event-store/port.ts'
import { idOf } from '../corpus/script.ts'
import { changeTheOffer } from '../corpus/the-offer.ts'
import {
  codesOfChanged,
  corpusLog,
  type Draft,
  followedBy,
  gone,
  has,
  type Mutation,
  set,
  testMutations,
  twice,
} from './rewritten.ts'

let log: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog(changeTheOffer)
})

const of = (name: string) => (draft: Draft) => draft.stream === `fixture-${idOf(name)}`
const LATER = '2027-01-01T00:00:00.000Z'
const fromTheFeed = set({ 'data.source': 'feed', 'data.providerId': 'abc' })

const byFeed = set({ 'meta.actor': { id: 'feed', role: 'system' } })
const startsAt = (start: string) => set({ 'data.startsAt': start })
const movedLate = followedBy((draft) => {
  const { startsAt: from } = draft.data as { startsAt: string }
  return { ...draft, type: 'FixtureMoved', data: { from, to: from.replace('2026', '2025') } }
})
/** It is listed with a start that passes before somebody moves it. */
const movedWhileItWasOn = (draft: Draft) => {
  const { at } = draft.meta
  const [soon, later, afterwards] = [1, 2, 3].map((n) => new Date(Date.parse(at) + n * 1_000).toISOString())
  const [listed, moved] = followedBy((copy) => {
    const move = { ...copy, type: 'FixtureMoved', data: { from: soon!, to: afterwards! } }
    return set({ 'meta.at': later! })(move) as Draft
  })(draft) as Draft[]
  return [startsAt(soon!)(listed!) as Draft, moved!]
}

const CASES: readonly Mutation[] = [
  ['a price of another than the house', 'house_price_wrong', 'FixtureListed', fromTheFeed, of('cup')],
  ['a price of a game never listed', 'fixture_unknown', 'FixtureListed', gone, of('cup')],
  ['listed by the feed', 'actor_implausible', 'FixtureListed', byFeed, of('derby')],
  ['listed once it had started', 'fixture_moved_wrong', 'FixtureListed', startsAt('2026-11-01T00:00:00.000Z')],
  ['moved to a start that had passed', 'fixture_moved_wrong', 'FixtureListed', movedLate, of('derby')],
  ['moved once it had begun', 'fixture_moved_wrong', 'FixtureListed', movedWhileItWasOn, of('derby')],
  ['a price that is a placeholder', 'house_price_wrong', 'HousePriceSet', set({ 'data.home': '1.01' })],
  ['a price after the start', 'house_price_wrong', 'HousePriceSet', set({ 'meta.at': LATER })],
  [
    'a price by a bettor',
    'actor_implausible',
    'HousePriceSet',
    set({ 'meta.actor': { id: idOf('bob'), role: 'user' } }),
  ],
  ['the price of before', 'house_price_wrong', 'HousePriceSet', followedBy((copy) => copy), of('derby')],
  [
    'a price of a void market',
    'house_price_wrong',
    'HousePriceSet',
    (draft) => [
      { ...draft, type: 'FixtureVoided', data: { market: 'h2h' } },
      ...([followedBy((copy) => copy)(draft)].flat().slice(1) as Draft[]),
    ],
    of('derby'),
  ],
  ['nothing to withdraw', 'house_price_wrong', 'HousePriceWithdrawn', twice],
  ['a price that was never saved', 'quote_unknown', 'HousePriceSet', gone, of('derby')],
  ['a price of other odds', 'quote_mismatch', 'HousePriceSet', set({ 'data.draw': '3.50' }), of('cup')],
  ['a draw that was not offered', 'quote_mismatch', 'HousePriceSet', set({ 'data.draw': '9.00' }), of('derby')],
  ['a price of another time', 'quote_mismatch', 'HousePriceSet', set({ 'meta.at': '2026-11-15T12:02:00.000Z' })],
  ['odds of another price', 'quote_mismatch', 'BetPlaced', set({ 'data.legs.0.odds': '3.41' })],
  ['a price of another version', 'quote_mismatch', 'BetPlaced', set({ 'data.legs.0.price': 0 })],
  ['another market', 'quote_mismatch', 'BetPlaced', set({ 'data.legs.0.market': 'h2h_h1' })],
  ['a message as well', 'quote_mismatch', 'BetPlaced', set({ 'data.legs.0.message': '0'.repeat(64) })],
  ['a bet after the start', 'quote_mismatch', 'BetPlaced', set({ 'meta.at': LATER })],
  [
    'a bet long after the price was changed',
    'quote_mismatch',
    'HousePriceSet',
    // saved before the bet instead, with an unchanged price for the bet
    (draft) => [draft, { ...structuredClone(draft), data: { home: '9.00', away: '9.00' } }],
    of('cup'),
  ],
  ['blacklisted twice', 'offer_repeated', 'LeagueBlacklisted', twice],
  ['unblacklisted twice', 'offer_repeated', 'LeagueUnblacklisted', twice],
  ['a game of the day that is none', 'fixture_unknown', 'FixtureListed', gone, of('derby')],
  [
    'a game of the day twice',
    'offer_repeated',
    'GamesOfTheDaySaved',
    set({ 'data.fixtures': [idOf('cup'), idOf('cup')] }),
    (draft) => !has('fixtures', [])(draft) && (draft.data as { fixtures: string[] }).fixtures.length === 2,
  ],
  ['another offer', 'wrong_stream', 'LeagueBlacklisted', set({ stream: `offer-${idOf('another')}` })],
]

testMutations(() => log, CASES)

/** The league of a bet was hidden this much earlier. */
const hiddenBefore = (ms: number) => (draft: Draft) => {
  const { at, recordedAt } = draft.meta
  const command = { id: idOf('hide'), hash: idOf('hash').repeat(2) }
  const when = { at, recordedAt: new Date(Date.parse(recordedAt) - ms).toISOString() }
  const actor = { id: idOf('ada'), role: 'admin' } as const
  const meta = { actor, session: null, command, correlation: command.id, causation: null, ...when, reason: null }
  const hidden = { type: 'LeagueBlacklisted', schema: 1, data: { league: 'soccer_epl' } } as const
  const stored = storedMeta(hidden.type, hidden.schema, meta) as Draft['meta']
  return [{ ...hidden, log: draft.log, stream: offerStream(OFFER), meta: stored }, draft]
}

test('a bet on a league that was hidden long before is found; one that was in progress is not', () => {
  const codes = (ms: number) => codesOfChanged(log, 'BetPlaced', hiddenBefore(ms))
  expect(codes(60_001)).toContain('bet_on_hidden')
  expect(codes(60_000)).not.toContain('bet_on_hidden')
})
