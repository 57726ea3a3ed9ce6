// The rules about auditors, each tested with a log in which one thing is wrong.
import { beforeAll, expect, test } from 'vitest'
import type { StoredEvent } from '#services/event-store/port.ts'
import { makeAuditors } from '../corpus/auditors.ts'
import { idOf } from '../corpus/script.ts'
import {
  by,
  type Change,
  codesOfChanged,
  corpusLog,
  type Draft,
  first,
  type Mutation,
  set,
  testMutations,
} from './rewritten.ts'

let log: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog(makeAuditors)
})

const on = (name: string) => (draft: Draft) => draft.stream === `account-${idOf(name)}`
const opened = (role: string) => (draft: Draft) => (draft.data as { role: string }).role === role
/** An event as it is, followed by another one on the same stream. */
const followedBy =
  (type: string, schema: number, data: Draft['data'], who: readonly [string, string]): Change =>
  (draft) => {
    const meta = { ...structuredClone(draft.meta), actor: { id: idOf(who[0]), role: who[1] } } as Draft['meta']
    return [draft, { ...draft, type, schema, data, meta }]
  }
const ROOT = ['root', 'super-admin'] as const
const VERA = ['vera', 'auditor'] as const
const hash = 'a'.repeat(64)

const CASES: readonly Mutation[] = [
  [
    'made by a plain admin',
    'opener_implausible',
    'AccountOpened',
    set({ 'data.openedBy': idOf('ada') }),
    opened('auditor'),
  ],
  [
    'made at the first start',
    'opener_implausible',
    'AccountOpened',
    set({ 'data.openedBy': 'setup' }),
    opened('auditor'),
  ],
  ['signed up', 'opener_implausible', 'AccountOpened', set({ 'data.openedBy': 'sign-up' }), opened('auditor')],
  ['made in the name of a super admin', 'actor_implausible', 'AccountOpened', by('ada', 'admin'), opened('auditor')],
  ['blocked by a plain admin', 'actor_implausible', 'AccountBlocked', by('ada', 'admin')],
  ['unblocked by a plain admin', 'actor_implausible', 'AccountUnblocked', by('ada', 'admin')],
  ['removed by a plain admin', 'actor_implausible', 'AdminRemoved', by('ada', 'admin')],
  ['a password changed as an admin', 'actor_implausible', 'PasswordChanged', by('vera', 'admin'), on('vera')],
  [
    'a password changed by another auditor',
    'actor_implausible',
    'PasswordChanged',
    set({ stream: `account-${idOf('walt')}` }),
    on('vera'),
  ],
  [
    'sessions of somebody else ended by an auditor',
    'actor_implausible',
    'SessionsEnded',
    by('vera', 'auditor'),
    on('walt'),
  ],
  [
    'an email address',
    'actor_implausible',
    'SecondFactorDisabled',
    followedBy('EmailChanged', 1, { email: hash }, VERA),
  ],
  [
    'a float given to an auditor',
    'purse_mismatch',
    'SecondFactorDisabled',
    followedBy('FloatSet', 2, { beforeCents: 0, afterCents: 500 }, ROOT),
  ],
  [
    'a closed day of a float',
    'day_closed_wrong',
    'SecondFactorDisabled',
    followedBy('FloatDayClosed', 1, { day: '2026-11-19', openingCents: 0, closingCents: 0, through: 1 }, VERA),
  ],
  [
    'a note by an auditor',
    'actor_implausible',
    'SecondFactorDisabled',
    followedBy('NoteAdded', 1, { text: hash }, VERA),
  ],
]

testMutations(() => log, CASES)

test('the first versions cannot say it', () => {
  expect([...codesOfChanged(log, 'AccountOpened', first, opened('auditor'))]).toContain('schema_mismatch')
  expect([...codesOfChanged(log, 'PasswordChanged', first, on('vera'))]).toContain('schema_mismatch')
})
