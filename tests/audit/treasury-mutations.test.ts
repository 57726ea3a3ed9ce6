// The auditor's rules about the treasury, each tested with a log in which one thing is wrong and everything else is as
// it should be.
import { beforeAll, describe, expect, test } from 'vitest'
import { readSchemas } from '#services/auditor/events/schemas.ts'
import { Findings } from '#services/auditor/findings/findings.ts'
import { Replay } from '#services/auditor/replay/replay.ts'
import { findStuckDraws } from '#services/auditor/rules/desk/treasury.ts'
import type { StoredEvent } from '#services/event-store/port.ts'
import { idOf } from '../corpus/script.ts'
import { drawFromTreasury } from '../corpus/treasury-draws.ts'
import {
  by,
  codesIn,
  corpusLog,
  type Draft,
  first,
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
  log = await corpusLog(drawFromTreasury)
})

const withoutDraw = (draft: Draft): Draft => {
  delete (draft.data as { draw?: string }).draw
  return draft
}

const drawnFloat = has('draw', idOf('within'))

const CASES: readonly Mutation[] = [
  [
    'a float lowered by nobody',
    'actor_implausible',
    'FloatSet',
    set({ 'meta.actor': { id: 'treasury', role: 'system' } }),
    has('afterCents', 1_000_000),
  ],
  [
    'a float set to what it was',
    'float_repeated',
    'FloatSet',
    followedBy((copy) => set({ 'data.beforeCents': 1_000_000 })(copy) as Draft),
    has('afterCents', 1_000_000),
  ],
  ['a draw that says less was used', 'draw_mismatch', 'TreasuryDrawRequested', set({ 'data.usedCents': 1_499_999 })],
  ['a draw that need not wait', 'draw_mismatch', 'TreasuryDrawRequested', set({ 'data.amountCents': 500_000 })],
  ['a float raised by a plain admin', 'float_uncovered', 'FloatSet', by('ben', 'admin'), has('afterCents', 3_000_000)],
  [
    'the same as version 1 wrote it',
    'float_uncovered',
    'FloatSet',
    (draft) => {
      const { meta, ...rest } = first(withoutDraw(draft))
      return { ...rest, meta: { ...meta, actor: { id: idOf('ada'), role: 'admin' } } }
    },
    has('draw', idOf('more')),
  ],
  [
    'a float raised at a start long after the first',
    'float_uncovered',
    'FloatSet',
    (draft) => set({ 'meta.actor': { id: 'setup', role: 'system' } })(withoutDraw(draft)),
    drawnFloat,
  ],
  ['a float raised without the draw', 'float_uncovered', 'FloatSet', withoutDraw, drawnFloat],
  [
    'a float raised by more than was drawn',
    'float_uncovered',
    'FloatSet',
    set({ 'data.afterCents': 1_500_001 }),
    drawnFloat,
  ],
  ['a draw paid twice', 'float_uncovered', 'FloatSet', twice, drawnFloat],
  ['a draw paid to another', 'float_uncovered', 'FloatSet', set({ stream: `account-${idOf('cleo')}` }), drawnFloat],
  ['a draw paid before it was approved', 'float_uncovered', 'TreasuryDrawApproved', gone],
  [
    'a draw paid because of something else',
    'float_uncovered',
    'FloatSet',
    set({ 'meta.causation': `account-${idOf('ada')}@0` }),
    drawnFloat,
  ],
  ['a draw that nobody made', 'float_uncovered', 'FloatSet', set({ 'data.draw': idOf('nobody') }), drawnFloat],
  ['more than the budget', 'treasury_overdrawn', 'TreasuryDrawn', set({ 'data.amountCents': 2_000_001 })],
  [
    'the budget twice in a day',
    'treasury_overdrawn',
    'TreasuryDrawn',
    set({ 'meta.at': '2026-11-22T12:30:00.000Z' }),
    has('draw', idOf('next day')),
  ],
  ['a draw by a super admin', 'draw_mismatch', 'TreasuryDrawn', by('root', 'super-admin')],
  ['a draw for oneself', 'draw_mismatch', 'TreasuryDrawn', by('ben', 'admin')],
  ['a draw for a super admin', 'draw_mismatch', 'TreasuryDrawn', set({ 'data.account': idOf('root') })],
  ['a draw for a bettor', 'draw_mismatch', 'TreasuryDrawn', set({ 'data.account': idOf('bob') })],
  [
    'a draw under the id of another',
    'draw_mismatch',
    'TreasuryDrawn',
    set({ 'data.draw': idOf('within') }),
    has('draw', idOf('next day')),
  ],
  [
    'a draw in place of one that does not wait',
    'draw_mismatch',
    'TreasuryDrawn',
    set({ 'data.replaces': idOf('within') }),
  ],
  [
    'a draw that hides the one it replaces',
    'draw_mismatch',
    'TreasuryDrawRequested',
    (draft) => {
      delete (draft.data as { replaces?: string }).replaces
      return draft
    },
    has('draw', idOf('more')),
  ],
  ['an approval by a plain admin', 'draw_mismatch', 'TreasuryDrawApproved', by('ada', 'admin')],
  ['an approval of more', 'draw_mismatch', 'TreasuryDrawApproved', set({ 'data.amountCents': 900_001 })],
  ['an approval under another name', 'draw_mismatch', 'TreasuryDrawApproved', set({ 'data.requestedBy': idOf('ben') })],
  ['an approval of what was replaced', 'draw_mismatch', 'TreasuryDrawApproved', set({ 'data.draw': idOf('beyond') })],
  ['a decision made twice', 'draw_mismatch', 'TreasuryDrawDeclined', twice],
  ['another treasury', 'wrong_stream', 'TreasuryDrawDeclined', set({ stream: `treasury-${idOf('another')}` })],
  ['a removal that keeps money', 'before_mismatch', 'AdminRemoved', set({ 'data.floatCents': 1 })],
  ['a removal of a super admin', 'removal_implausible', 'AdminRemoved', set({ stream: `account-${idOf('root')}` })],
  ['a removal of oneself', 'removal_implausible', 'AdminRemoved', by('cleo', 'admin')],
  ['a removal made twice', 'removal_implausible', 'AdminRemoved', twice],
  [
    'money kept by who was removed',
    'transfer_mismatch',
    'TransferReceived',
    set({ 'data.forwarded': false }),
    has('transfer', idOf('payout')),
  ],
  [
    'money forwarded by who was not',
    'transfer_mismatch',
    'TransferReceived',
    set({ 'data.forwarded': true }),
    has('transfer', idOf('deposit')),
  ],
]

describe('the treasury', () => {
  testMutations(() => log, CASES)

  test('has paid what was granted, unless it was for an admin who was removed', () => {
    const stuck = (change: (draft: Draft) => Draft | null) => {
      const findings = new Findings()
      const replay = new Replay(readSchemas(), findings)
      for (const row of rewrite(log, change)) replay.add(row)
      findStuckDraws(replay.state, findings, null)
      return codesIn(findings)
    }
    const unpaid = (name: string) => (draft: Draft) =>
      has('draw', idOf(name))(draft) && draft.type === 'FloatSet' ? null : draft
    expect(stuck((draft) => draft)).toEqual(new Set())
    expect(stuck(unpaid('next day'))).toContain('draw_stuck')
    expect(stuck(unpaid('more'))).not.toContain('draw_stuck')
  })
})
