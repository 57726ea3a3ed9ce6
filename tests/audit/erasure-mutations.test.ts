// The rules about erasures of personal data, each tested with a log in which one thing is wrong.
import { beforeAll, expect, test } from 'vitest'
import type { StoredEvent } from '#services/event-store/port.ts'
import { erasePeople, reasonOf } from '../corpus/erasures.ts'
import { idOf } from '../corpus/script.ts'
import {
  audit,
  by,
  corpusLog,
  type Draft,
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
  log = await corpusLog(erasePeople)
})

const of = (name: string) => (draft: Draft) => draft.stream === `account-${idOf(name)}`
const withReason = (text: string) => set({ 'data.reasons': [reasonOf(text).text] })
const noted = followedBy((copy) => ({ ...copy, type: 'NoteAdded', data: { text: '0'.repeat(64) } }))
const asked = followedBy((copy) => {
  const data = { request: idOf('a request'), kind: 'closing', outcome: 'done' }
  return { ...copy, type: 'RequestEnded', data }
})

const CASES: readonly Mutation[] = [
  ['of an account that is not closed', 'erasure_implausible', 'AccountClosed', gone, of('bob')],
  ['of an account with money in it', 'erasure_implausible', 'TransferSent', gone, of('bob')],
  ['of an admin', 'erasure_implausible', 'PersonalDataErased', set({ stream: `account-${idOf('root')}` }), of('cy')],
  [
    'of an account that there is not',
    'account_unknown',
    'PersonalDataErased',
    set({ stream: `account-${idOf('nobody')}` }),
    of('cy'),
  ],
  ['twice', 'erasure_implausible', 'PersonalDataErased', twice, of('bob')],
  ['by a bettor', 'erasure_implausible', 'PersonalDataErased', by('cy', 'user'), of('cy')],
  [
    'by the product',
    'erasure_implausible',
    'PersonalDataErased',
    set({ 'meta.actor': { id: 'closings', role: 'system' } }),
    of('cy'),
  ],
  ['and the desk writes about the person', 'erasure_implausible', 'PersonalDataErased', noted, of('bob')],
  ['and the person asks for something', 'erasure_implausible', 'PersonalDataErased', asked, of('bob')],
  ['without a reason', 'reason_missing', 'PersonalDataErased', unexplained, of('cy')],
  [
    'with a reason about another bettor',
    'erasure_implausible',
    'PersonalDataErased',
    withReason('cash of bob'),
    of('cy'),
  ],
  ['with a reason about several', 'erasure_implausible', 'PersonalDataErased', withReason('a group'), of('bob')],
  ['with a reason that nobody gave', 'erasure_implausible', 'PersonalDataErased', withReason('never said'), of('bob')],
]

testMutations(() => log, CASES)

test.each([
  ['BetPlaced', 'no open bets'],
  ['BetSettled', 'no bet that was settled in the last 72 hours'],
])('after %s: wanted is %s', async (type, wanted) => {
  const bets = await corpusLog()
  let done = false
  const rows = rewrite(bets, (draft) => {
    if (done || draft.type !== type) return draft
    done = true
    const meta = { ...draft.meta, actor: { id: idOf('root'), role: 'super-admin' } }
    const erasure = {
      ...structuredClone(draft),
      type: 'PersonalDataErased',
      schema: 1,
      data: { rows: [], reasons: [] },
      meta,
    }
    return [draft, erasure as Draft]
  })
  const found = audit(rows)
    .sorted()
    .filter(({ code }) => code === 'erasure_implausible')
  expect(found.map(({ expected }) => expected)).toContain(wanted)
})
