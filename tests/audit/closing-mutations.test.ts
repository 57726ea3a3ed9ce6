// The rules about closing accounts, each tested with a log in which one thing is wrong.
import { beforeAll, describe, expect, test } from 'vitest'
import { decodeBody } from '#services/event-store/encoding.ts'
import type { StoredEvent } from '#services/event-store/port.ts'
import { closeAccounts } from '../corpus/closings.ts'
import { idOf } from '../corpus/script.ts'
import {
  audit,
  by,
  codesOfChanged,
  corpusLog,
  type Draft,
  first,
  followedBy,
  gone,
  type Mutation,
  rewrite,
  set,
  testMutations,
  twice,
  unexplained,
} from './rewritten.ts'

let log: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog(closeAccounts)
})

const of = (name: string) => (draft: Draft) => draft.stream === `account-${idOf(name)}`
const LONG_AFTER = '2026-11-20T13:00:00.000Z'
const byPart = set({ 'meta.actor': { id: 'closings', role: 'system' } })
/** A super admin promises goodwill. */
const promised = (draft: Draft) => ({
  ...draft,
  type: 'GoodwillPromised',
  stream: `account-${idOf('root')}`,
  data: { goodwill: idOf('sorry'), to: draft.stream.slice('account-'.length), amountCents: 1_000 },
  meta: { ...draft.meta, recordedAt: LONG_AFTER },
})
const CASES: readonly Mutation[] = [
  ['which gets goodwill', 'goodwill_mismatch', 'AccountClosed', followedBy(promised), of('dan')],
  [
    'which gets goodwill, though it is to end',
    'goodwill_mismatch',
    'ClosingRequested',
    followedBy((draft) => ({ ...promised(draft), schema: 1 })),
    of('cy'),
  ],
  [
    'which gets another password',
    'actor_implausible',
    'AccountClosed',
    followedBy((draft) => ({ ...draft, type: 'PasswordChanged', schema: 2, data: { password: '0'.repeat(64) } })),
    of('dan'),
  ],
  ['wished for by an admin', 'closing_implausible', 'ClosingRequested', by('root', 'super-admin'), of('cy')],
  ['wished for by another bettor', 'actor_implausible', 'ClosingRequested', by('dan', 'user'), of('cy')],
  ['wished for twice', 'closing_implausible', 'ClosingRequested', twice, of('cy')],
  ['taken back twice', 'closing_implausible', 'ClosingCancelled', twice, of('bob')],
  ['taken back without a wish', 'closing_implausible', 'ClosingRequested', gone, of('bob')],
  ['carried out without a wish', 'closing_implausible', 'ClosingRequested', gone, of('cy')],
  ['carried out twice', 'closing_implausible', 'AccountClosed', twice, of('cy')],
  ['with money in it', 'closing_implausible', 'TransferSent', gone, of('bob')],
  ['of an admin', 'closing_implausible', 'AccountClosed', set({ stream: `account-${idOf('root')}` }), of('dan')],
  ['by a super admin who says nothing', 'reason_missing', 'AccountClosed', unexplained, of('dan')],
  ['by another bettor', 'closing_implausible', 'AccountClosed', by('dan', 'user'), of('cy')],
  ['by the product, without a wish', 'closing_implausible', 'AccountClosed', byPart, of('dan')],
  [
    'of what arrives, passed on to the treasury',
    'transfer_mismatch',
    'TransferReceived',
    set({ 'data.forwarded': true }),
    of('cy'),
  ],
]

testMutations(() => log, CASES)

test('a bettor whose account is closed does nothing on it any more', () => {
  const breakTaken = (draft: Draft): Draft[] => {
    const own = { id: idOf('cy'), role: 'user' }
    const data = { kind: 'time-out', until: '2027-01-01T00:00:00.000Z' }
    return [
      draft,
      { ...structuredClone(draft), type: 'BreakTaken', data, meta: { ...draft.meta, actor: own } } as Draft,
    ]
  }
  expect([...codesOfChanged(log, 'AccountClosed', breakTaken, of('cy'))]).toContain('actor_implausible')
})

test.each([
  ['AccountClosed', 30_000, false],
  ['AccountClosed', 600_000, true],
  ['ClosingRequested', 30_000, false],
  ['ClosingRequested', 600_000, true],
])('money is sent to an account after %s, %i ms after: %s', (type, after, isFound) => {
  const sendTo = (draft: Draft): Draft[] => {
    const [desk] = log.map(({ body }) => decodeBody(body)).filter(({ type }) => type === 'TransferSent')
    const recordedAt = new Date(Date.parse(draft.meta.recordedAt) + after).toISOString()
    const meta = { ...desk!.meta, recordedAt, command: { id: 'e'.repeat(32), hash: 'e'.repeat(64) } }
    const data = { ...(desk!.data as object), transfer: 'f'.repeat(32), to: idOf('cy') }
    return [draft, { ...structuredClone(draft), ...desk!, data, meta } as Draft]
  }
  const codes = [...codesOfChanged(log, type, sendTo, of('cy'))]
  expect(codes.includes('transfer_mismatch')).toBe(isFound)
})

test('who is blocked does not wish for the end of the account', () => {
  const blockedBefore = (draft: Draft): Draft[] => {
    const blocking = {
      ...draft.meta,
      actor: { id: idOf('root'), role: 'super-admin' },
      command: { id: 'e'.repeat(32), hash: 'e'.repeat(64) },
    }
    return [first({ ...structuredClone(draft), type: 'AccountBlocked', data: {}, meta: blocking } as Draft), draft]
  }
  expect([...codesOfChanged(log, 'ClosingRequested', blockedBefore, of('cy'))]).toContain('closing_implausible')
})

describe('on an account with bets', () => {
  let bets: StoredEvent[]
  beforeAll(async () => {
    bets = await corpusLog()
  })
  const ownWish = ({ stream, log: of, meta }: Draft): Draft => {
    const { actor, command, at, recordedAt } = meta
    const wish = { type: 'ClosingRequested', schema: 1, data: {}, stream, log: of }
    return { ...wish, meta: { actor, command, at, recordedAt } } as Draft
  }

  test('none is placed once it is about to be closed', () => {
    expect([...codesOfChanged(bets, 'BetPlaced', (draft) => [ownWish(draft), draft])]).toContain('bet_while_closing')
  })
  test('it is not closed while one is open', () => {
    let done = false
    const rows = rewrite(bets, (draft) => {
      if (done || draft.type !== 'BetPlaced') return draft
      done = true
      const wish = ownWish(draft)
      const close = {
        ...wish,
        type: 'AccountClosed',
        meta: { ...wish.meta, actor: { id: 'closings', role: 'system' } },
      }
      return [draft, wish, close as Draft]
    })
    const wrong = audit(rows)
      .sorted()
      .filter(({ code }) => code === 'closing_implausible')
    expect(wrong.map(({ expected }) => expected)).toContain('no open bets')
  })
})
