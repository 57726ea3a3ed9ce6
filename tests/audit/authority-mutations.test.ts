// The auditor's rules about what is decided by hand alone, each tested with a log in which one thing is wrong.
import { beforeAll, expect, test } from 'vitest'
import type { StoredEvent } from '#services/event-store/port.ts'
import { decideAlone } from '../corpus/authority.ts'
import { idOf } from '../corpus/script.ts'
import {
  audit,
  by,
  codesOfChanged,
  corpusLog,
  type Draft,
  gone,
  type Mutation,
  rewrite,
  set,
  testMutations,
  twice,
} from './rewritten.ts'

let log: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog(decideAlone)
})

const of = (game: string) => (draft: Draft) => draft.stream === `fixture-${idOf(game)}`
const moves = (cents: number) => (draft: Draft) => (draft.data as { movesCents: number }).movesCents === cents
/** The correction. */
const isLast = ({ meta }: Draft) => meta.at === '2026-11-16T23:20:00.000Z'
const at = (instant: string) => set({ 'meta.at': instant })
const settings = (name: string, cents: number) => (draft: Draft) => {
  const { settings: all } = draft.data as { settings: { setting: string; after: number }[] }
  return { ...draft, data: { settings: all.map((one) => (one.setting === name ? { ...one, after: cents } : one)) } }
}
const CASES: readonly Mutation[] = [
  ['less counted than was moved', 'authority_mismatch', 'AuthorityUsed', set({ 'data.movesCents': 99_99 })],
  ['a decision that was not counted', 'authority_mismatch', 'AuthorityUsed', gone],
  ['a result that was not counted', 'authority_mismatch', 'AuthorityUsed', gone, moves(105_00)],
  ['a correction that was not counted', 'authority_mismatch', 'AuthorityUsed', gone, isLast],
  [
    'counted for another decision',
    'authority_mismatch',
    'AuthorityUsed',
    set({ 'data.decision': idOf('another decision') }),
  ],
  ['counted on the day of another', 'authority_mismatch', 'AuthorityUsed', by('ben', 'admin'), moves(140_00)],
  ['counted on another day', 'authority_mismatch', 'AuthorityUsed', at('2026-11-14T12:00:00.000Z'), moves(140_00)],
  ['counted by a super admin', 'authority_mismatch', 'AuthorityUsed', by('sue', 'super-admin'), moves(140_00)],
  ['decided by another than was counted', 'authority_mismatch', 'FixtureVoided', by('ben', 'admin'), of('cup')],
  ['more in a day than the bound', 'authority_exceeded', 'AuthorityUsed', set({ 'data.movesCents': 110_01 })],
  ['counted twice', 'authority_exceeded', 'AuthorityUsed', twice],
  ['another bound of a day', 'setting_misstated', 'AuthorityUsed', set({ 'data.perDayCents': 300_00 })],
  ['alone above the amount', 'decided_alone', 'SettingsSet', settings('four-eyes-above', 139_99)],
  ['alone above the amount, by a super admin', 'decided_alone', 'SettingsSet', settings('four-eyes-above', 144_99)],
  ['alone what somebody had to approve', 'decided_alone', 'BetPlaced', set({ 'data.stakeCents': 150_01 })],
  ['less asked for than was moved', 'approval_wrong', 'SettlementAsked', set({ 'data.movesCents': 119_99 })],
  ['more asked for than it can move', 'approval_wrong', 'SettlementAsked', set({ 'data.movesCents': 252_01 })],
  ['more left of the day than was', 'setting_misstated', 'SettlementAsked', set({ 'data.leftCents': 10_01 })],
  ['less left of the day than was', 'setting_misstated', 'SettlementAsked', set({ 'data.leftCents': 9_99 })],
  ['a request that had not to wait', 'approval_wrong', 'SettlementAsked', set({ 'data.leftCents': 120_00 })],
]

testMutations(() => log, CASES)

test('nobody says that another one added an admin', () => {
  const codes = codesOfChanged(log, 'AccountOpened', set({ 'data.openedBy': idOf('sue') }), ({ stream }) =>
    stream.endsWith(idOf('ann')),
  )
  expect([...codes]).toContain('opener_implausible')
})

test('what one admin could decide alone, another admin of the same hand cannot decide once more', () => {
  const codes = codesOfChanged(log, 'AccountOpened', set({ 'data.openedBy': idOf('sue') }), ({ stream }) =>
    stream.endsWith(idOf('ann')),
  )
  expect([...codes]).toContain('authority_mismatch')
})

/** What is said of a decision on the final that was asked for and not approved. `asked`: changes to its data. */
const askedFor = (answer: 'declined' | 'waiting', asked: Record<string, string | number | object>) =>
  audit(
    rewrite(log, (draft) => {
      const { type, data, stream } = draft
      if (type === 'SettlementAsked') return { ...draft, data: { ...(data as object), ...asked } }
      if (type === 'SettlementApproved') return answer === 'waiting' ? null : { ...draft, type: 'SettlementDeclined' }
      return type === 'FixtureVoided' && stream === `fixture-${idOf('final')}` ? null : draft
    }),
  )
    .sorted()
    .map(({ code }) => code)

const score = { home: 1, away: 0 }
test.each<[what: string, moves: number, asked: object]>([
  ['the market void', 120_00, {}],
  ['the event given up', 120_00, { command: 'AbandonFixture' }],
  ['a result', 252_00, { command: 'RecordResult', score, regulation: score }],
  ['a result that decides nothing', 0, { command: 'RecordResult', score }],
  ['no result', 120_00, { command: 'RecordResult', score: null }],
])('what was asked for as moving less than it would have, and never done, is found: %s', (_, moves, asked) => {
  for (const answer of ['declined', 'waiting'] as const) {
    expect(askedFor(answer, { ...asked, movesCents: Math.max(moves, 10_01) })).toEqual([])
    expect(askedFor(answer, { ...asked, movesCents: 252_01 })).toEqual(['approval_wrong'])
    if (moves > 0) expect(askedFor(answer, { ...asked, movesCents: moves - 1 })).toEqual(['approval_wrong'])
  }
})

test('decisions from before the setting existed are not judged by it', () => {
  const rows = rewrite(log, (draft) => {
    if (draft.type === 'AuthorityUsed') return null
    if (draft.type !== 'SettingsSet') return draft
    const { settings: all } = draft.data as { settings: { setting: string }[] }
    return { ...draft, data: { settings: all.filter(({ setting }) => !setting.startsWith('four-eyes')) } }
  })
  const codes = audit(rows)
    .sorted()
    .map(({ code }) => code)
  expect(codes.filter((code) => code.startsWith('authority_') || code === 'decided_alone')).toEqual([])
})
