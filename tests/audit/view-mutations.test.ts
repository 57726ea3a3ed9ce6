// The rules about personal data that admins and auditors were shown, each tested with a log in which one thing is
// wrong.
import { beforeAll, expect, test } from 'vitest'
import { VIEWS_OF_ALL, VIEWS_OF_SOMEBODY } from '#domain/session/views.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import type { StoredEvent } from '#services/event-store/port.ts'
import { idOf } from '../corpus/script.ts'
import { lookAtPeople } from '../corpus/views.ts'
import { by, corpusLog, type Draft, type Mutation, set, testMutations, twice } from './rewritten.ts'

let log: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog(lookAtPeople)
})

const shown =
  (what: string, by = 'ada') =>
  (draft: Draft) =>
    (draft.data as { what?: string }).what === what && draft.meta.actor.id === idOf(by)
const to = (name: string) => set({ stream: `session-${idOf(name)}` })
const BLOCKED_LATER = '2026-11-21T18:00:00.000Z'

const WRONG = 'view_implausible'
const VIEW = 'PersonalDataViewed'
const CASES: readonly Mutation[] = [
  ['to a bettor', 'actor_implausible', VIEW, by('cy', 'user'), shown('profile')],
  ['to nobody', WRONG, VIEW, set({ 'meta.actor': { id: 'sign-in', role: 'system' } }), shown('profile')],
  ['to an admin who is none', 'actor_implausible', VIEW, by('x', 'admin'), shown('profile')],
  [
    'to somebody with more rights than there were',
    'actor_implausible',
    VIEW,
    by('ada', 'super-admin'),
    shown('profile'),
  ],
  ['on another day', WRONG, VIEW, set({ 'data.day': '2026-11-19' }), shown('profile')],
  ['twice on a day', WRONG, VIEW, twice, shown('sessions')],
  ['of a plain admin’s own', WRONG, VIEW, to('ada'), shown('profile')],
  ['of everybody, told of one', WRONG, VIEW, to('cy'), shown('users-file')],
  ['as a page of somebody of the desk', WRONG, VIEW, to('root'), shown('profile')],
  ['where an admin is signed in, to a plain admin', WRONG, VIEW, to('root'), shown('sessions')],
  ['as events of the log, to a plain admin', WRONG, VIEW, set({ 'data.what': 'log-entries' }), shown('users-file')],
  ['of an account that there is not', 'account_unknown', VIEW, to('x'), shown('turnover-file')],
  [
    'to somebody who is blocked',
    WRONG,
    'AccountBlocked',
    (draft) => {
      const look = structuredClone(log.map(({ body }) => decodeBody(body) as Draft).findLast(shown('users-file'))!)
      const { meta, ...rest } = look
      const { command, actor } = meta
      const later = { actor, command, at: BLOCKED_LATER, recordedAt: BLOCKED_LATER } as Draft['meta']
      return [draft, { ...rest, data: { what: 'bets-file', day: '2026-11-21' }, meta: later }]
    },
  ],
]

test('it covers everything that is shown', () => {
  const views = log
    .filter(({ type }) => type === VIEW)
    .map(({ body }) => (decodeBody(body).data as { what: string }).what)
  expect([...new Set(views)].toSorted()).toEqual([...VIEWS_OF_ALL, ...VIEWS_OF_SOMEBODY].toSorted())
})

testMutations(() => log, CASES, 'something personal is shown ')
