// The rules about requests to the admins, each tested with a log in which one thing is wrong.
import { beforeAll } from 'vitest'
import type { StoredEvent } from '#services/event-store/port.ts'
import { endRequests } from '../corpus/request-ends.ts'
import { idOf } from '../corpus/script.ts'
import { by, type Change, corpusLog, type Draft, type Mutation, set, testMutations, twice } from './rewritten.ts'

let log: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog(endRequests)
})

const of = (request: string) => (draft: Draft) => (draft.data as { request: string }).request === idOf(request)
const without =
  (part: 'data' | 'meta', field: string): Change =>
  (draft) => {
    delete (draft[part] as unknown as Record<string, unknown>)[field]
    return draft
  }

const CASES: readonly Mutation[] = [
  ['done by who asked', 'actor_implausible', 'RequestEnded', by('bob', 'user'), of('first deposit')],
  ['done by another bettor', 'actor_implausible', 'RequestEnded', by('cy', 'user'), of('first deposit')],
  ['declined by the admin who asked', 'actor_implausible', 'RequestEnded', by('ada', 'admin'), of('closing of ada')],
  ['taken back by an admin', 'actor_implausible', 'RequestEnded', by('ada', 'admin'), of('closing')],
  ['taken back by another bettor', 'actor_implausible', 'RequestEnded', by('cy', 'user'), of('closing')],
  ['ended twice', 'request_repeated', 'RequestEnded', twice, of('password')],
  [
    'ended under the id of another',
    'request_repeated',
    'RequestEnded',
    set({ 'data.request': idOf('first deposit') }),
    of('password'),
  ],
  ['a deposit of no amount', 'request_misstated', 'RequestEnded', without('data', 'amountCents'), of('first deposit')],
  ['a pay-out of no amount', 'request_misstated', 'RequestEnded', without('data', 'amountCents'), of('pay-out')],
  ['a closing of an amount', 'request_misstated', 'RequestEnded', set({ 'data.amountCents': 5 }), of('closing')],
  ['a password of an amount', 'request_misstated', 'RequestEnded', set({ 'data.amountCents': 5 }), of('password')],
  ['declined without a reason', 'request_misstated', 'RequestEnded', without('meta', 'reason'), of('pay-out')],
  [
    'of an account that there is not',
    'account_unknown',
    'RequestEnded',
    set({ stream: `account-${idOf('nobody')}` }),
    of('password'),
  ],
]

testMutations(() => log, CASES)
