// The auditor's rules about voided markets and second admins, each tested with a log in which one thing is wrong.
import { beforeAll, expect, test } from 'vitest'
import type { StoredEvent } from '#services/event-store/port.ts'
import { idOf } from '../corpus/script.ts'
import { decideWithSecondAdmins } from '../corpus/second-admins.ts'
import {
  audit,
  by,
  codesIn,
  corpusLog,
  type Draft,
  followedBy,
  gone,
  has,
  type Mutation,
  rewrite,
  set,
  testMutations,
  twice,
} from './rewritten.ts'

let log: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog(decideWithSecondAdmins)
})

const of = (name: string) => (draft: Draft) => draft.stream === `fixture-${idOf(name)}`
const whole = (draft: Draft) => Object.keys(draft.data as object).length === 0
const askedTwice = followedBy((copy) => set({ 'data.request': copy.meta.command.id })(copy) as Draft)
const approvedBy = (name: string) => set({ 'meta.approval': { by: idOf(name), session: '0'.repeat(64) } })

const CASES: readonly Mutation[] = [
  ['a market voided twice', 'market_voided_wrong', 'FixtureVoided', twice, of('cup')],
  [
    'an event voided whole before its end',
    'market_voided_wrong',
    'FixtureVoided',
    set({ data: {} }),
    has('market', 'h2h'),
  ],
  ['a market voided by a part of the product', 'actor_implausible', 'FixtureVoided', by('x', 'system'), of('cup')],
  [
    'a market voided by an admin after the end',
    'actor_implausible',
    'FixtureVoided',
    by('ada', 'admin'),
    has('market', 'totals'),
  ],
  ['an event voided that was not', 'grade_mismatch', 'FixtureVoided', gone, has('market', 'h2h')],
  ['another market voided', 'grade_mismatch', 'FixtureVoided', set({ 'data.market': 'totals' }), has('market', 'h2h')],
  ['a correction of what was replaced', 'correction_mismatch', 'FixtureVoided', gone, whole],
  ['asked by a bettor', 'approval_wrong', 'SettlementAsked', by('bob', 'user')],
  ['asked for what one may do alone', 'approval_wrong', 'SettlementAsked', set({ 'data.movesCents': 5_000 })],
  ['asked once more while it waits', 'approval_wrong', 'SettlementAsked', askedTwice, has('command', 'CorrectResult')],
  ['approved in other words', 'approval_wrong', 'SettlementDeclined', approvedBy('sue')],
  ['approved by who asked', 'approval_wrong', 'SettlementApproved', by('ada', 'admin')],
  ['approved for another', 'approval_wrong', 'SettlementApproved', set({ 'data.askedBy': idOf('ben') })],
  ['approved unasked', 'approval_wrong', 'SettlementAsked', gone],
  ['approved twice', 'approval_wrong', 'SettlementApproved', twice],
  ['declined unasked', 'approval_wrong', 'SettlementDeclined', set({ 'data.request': idOf('nothing') })],
  ['another result than was approved', 'approval_wrong', 'ResultRecorded', set({ 'data.score.home': 3 }), of('derby')],
  [
    'another bet than was approved',
    'approval_wrong',
    'SettlementAsked',
    set({ 'data.bet': idOf('on both') }),
    has('command', 'VoidBet'),
  ],
  [
    'approved by one person and decided by another',
    'command_repeated',
    'FixtureVoided',
    by('sue', 'super-admin'),
    whole,
  ],
  [
    'something else than was approved',
    'approval_wrong',
    'SettlementAsked',
    set({ 'data.command': 'DecideMarket' }),
    has('command', 'VoidFixture'),
  ],
  [
    'one market, where the whole event was asked for',
    'approval_wrong',
    'FixtureVoided',
    set({ 'data.market': 'totals' }),
    whole,
  ],
  [
    'the whole event, where one market was asked for',
    'approval_wrong',
    'SettlementAsked',
    set({ 'data.market': 'totals' }),
    has('command', 'VoidFixture'),
  ],
  [
    'scores of periods that nobody asked for',
    'approval_wrong',
    'ResultRecorded',
    set({ 'data.periods': [{ name: 'h1', home: 1, away: 0 }] }),
    of('derby'),
  ],
  [
    'asked by an admin where a super admin must',
    'actor_implausible',
    'SettlementAsked',
    by('ben', 'admin'),
    has('command', 'VoidFixture'),
  ],
]

testMutations(() => log, CASES)

/** In place of the event that was to be void as a whole, a market of it is decided. */
const decided = (asked: { readonly point: string; readonly grade: string }, grade: string) => {
  const one = { market: 'alternate_totals', selections: [{ selection: 'over', ...asked }] }
  const rows = rewrite(log, (draft) => {
    if (draft.type === 'SettlementAsked' && has('command', 'VoidFixture')(draft)) {
      return { ...draft, data: { ...(draft.data as object), command: 'DecideMarket', ...one } }
    }
    if (draft.type !== 'FixtureVoided' || !whole(draft)) return draft
    const selections = [{ selection: 'over', point: '2.5', grade }]
    return { ...draft, type: 'MarketDecided', data: { market: one.market, selections } }
  })
  return codesIn(audit(rows))
}

test('a market is decided as somebody approved it', () => {
  expect(decided({ point: '2.5', grade: 'won' }, 'won')).not.toContain('approval_wrong')
  expect(decided({ point: '2.50', grade: 'won' }, 'won')).not.toContain('approval_wrong')
  expect(decided({ point: '2.5', grade: 'won' }, 'lost')).toContain('approval_wrong')
  expect(decided({ point: '3.5', grade: 'won' }, 'won')).toContain('approval_wrong')
})
