// The rules about sign-ins, each tested with a log in which one thing is wrong.
import { beforeAll, describe, expect, test } from 'vitest'
import type { StoredEvent } from '#services/event-store/port.ts'
import { idOf } from '../corpus/script.ts'
import { sessionOf, signInAndOut } from '../corpus/sign-ins.ts'
import {
  audit,
  by,
  type Change,
  codesIn,
  corpusLog,
  type Draft,
  gone,
  type Mutation,
  rewrite,
  set,
  testMutations,
} from './rewritten.ts'

let log: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog(signInAndOut)
})

const into = (session: string) => (draft: Draft) => (draft.data as { session?: string }).session === sessionOf(session)
const askedIn = (session: string) => (draft: Draft) => draft.meta.session === sessionOf(session)
const without =
  (field: string): Change =>
  (draft) => {
    delete (draft.data as Record<string, unknown>)[field]
    return draft
  }
const HOUR_LATER = '2026-01-10T14:00:00.000Z'
const later = set({ 'meta.recordedAt': HOUR_LATER, 'meta.at': HOUR_LATER })
/** Somebody signs in after the event. */
const thenSignedIn =
  (account: string, session: string): Change =>
  (draft) => {
    const { command, at, recordedAt } = draft.meta
    const meta = { actor: { id: idOf(account), role: 'user' }, command, at, recordedAt }
    const signedIn = {
      ...draft,
      stream: `session-${idOf(account)}`,
      type: 'SignedIn',
      data: { session: sessionOf(session) },
    }
    return [draft, later({ ...signedIn, schema: 1, meta } as unknown as Draft) as Draft]
  }

const inNoSession = ({ meta: { session: _, ...meta }, ...draft }: Draft): Draft => ({ ...draft, meta })

const CASES: readonly Mutation[] = [
  ['into the account of another', 'actor_implausible', 'SignedIn', by('ada', 'admin'), into('bob 1')],
  [
    'into an account that there is not',
    'account_unknown',
    'SignedIn',
    set({ stream: `session-${idOf('x')}` }),
    into('bob 1'),
  ],
  ['twice in one session', 'session_repeated', 'SignedIn', set({ 'data.session': sessionOf('cy 1') }), into('cy 2')],
  [
    'with a factor that there never was',
    'sign_in_implausible',
    'SignedIn',
    set({ 'data.secondFactor': true }),
    into('cy 2'),
  ],
  ['without the factor that there is', 'sign_in_implausible', 'SignedIn', without('secondFactor'), into('bob 4')],
  ['of somebody who is blocked', 'sign_in_implausible', 'AccountBlocked', thenSignedIn('cy', 'cy 4')],
  ['that is not there', 'session_unfounded', 'SignedIn', gone, into('bob 5')],
  ['moved to another account', 'session_mismatch', 'SignedIn', set({ stream: `session-${idOf('cy')}` }), into('bob 5')],
  [
    'out of another’s session',
    'session_mismatch',
    'SignedOut',
    set({ 'data.session': sessionOf('ada 1') }),
    into('cy 2'),
  ],
  ['out, by another', 'actor_implausible', 'SignedOut', by('ada', 'admin'), into('cy 2')],
  [
    'out of an account that there is not',
    'account_unknown',
    'SignedOut',
    set({ stream: `session-${idOf('x')}` }),
    into('cy 2'),
  ],
  [
    'never, and asked for something',
    'session_unfounded',
    'PlayLimitSet',
    set({ 'meta.session': sessionOf('x') }),
    askedIn('bob 5'),
  ],
  ['never, and asked for something in none', 'session_unfounded', 'PlayLimitSet', inNoSession, askedIn('bob 5')],
  [
    'never, and did because of something old',
    'session_unfounded',
    'PlayLimitSet',
    (draft) => set({ 'meta.causation': `account-${idOf('bob')}@0` })(inNoSession(draft)),
    askedIn('bob 5'),
  ],
  [
    'elsewhere, and asked for something',
    'session_mismatch',
    'PlayLimitSet',
    set({ 'meta.session': sessionOf('cy 2') }),
    askedIn('bob 5'),
  ],
]

testMutations(() => log, CASES, 'somebody signs in ')

describe('what is asked for an hour later in a session', () => {
  const ended = ['cy 1', 'cy 2', 'cy 3', 'bob 1', 'bob 2', 'bob 3', 'bob 4']
  test.each([...ended.map((session) => [session, true] as const), ['bob 5', false] as const])(
    '%s',
    (session, isFound) => {
      const account = session.slice(0, 3).trim()
      const rows = rewrite(log, (draft, index) => {
        if (index < log.length - 1) return draft
        const asked = structuredClone(
          log.map(({ body }) => JSON.parse(body) as Draft).findLast(({ type }) => type === 'PlayLimitSet')!,
        )
        const { type, schema, log: logId, data, meta } = later(asked) as Draft
        const actor = { id: idOf(account), role: 'user' as const }
        return [
          draft,
          {
            type,
            schema,
            log: logId,
            data,
            stream: `account-${idOf(account)}`,
            meta: { ...meta, actor, session: sessionOf(session) },
          },
        ]
      })
      expect(codesIn(audit(rows)).has('session_unfounded')).toBe(isFound)
    },
  )
})
