// The rules about failed sign-ins, each tested with a log in which one thing is wrong.
import { beforeAll } from 'vitest'
import type { StoredEvent } from '#services/event-store/port.ts'
import { failToSignIn } from '../corpus/failed-sign-ins.ts'
import { idOf } from '../corpus/script.ts'
import { corpusLog, type Draft, type Mutation, set, testMutations, twice } from './rewritten.ts'

let log: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog(failToSignIn)
})

const ofHour =
  (hour: number, name = 'cy') =>
  ({ stream, data }: Draft) =>
    stream === `session-${idOf(name)}` && (data as { hour?: string }).hour === `2026-11-20T${hour}:00:00.000Z`
const at = (hour: string) => set({ 'data.hour': `2026-11-20T${hour}.000Z` })
const without =
  (...fields: string[]) =>
  (draft: Draft) => {
    for (const field of fields) delete (draft.data as Record<string, unknown>)[field]
    return draft
  }

const WRONG = 'failures_implausible'
const CASES: readonly Mutation[] = [
  ['of an hour that is not over', WRONG, 'SignInsFailed', at('15:00:00'), ofHour(14)],
  ['of an hour of before the account', WRONG, 'SignInsFailed', at('11:00:00'), ofHour(12)],
  ['of an hour that was counted', WRONG, 'SignInsFailed', at('13:00:00'), ofHour(14)],
  ['of an earlier hour', WRONG, 'SignInsFailed', at('12:00:00'), ofHour(13)],
  ['twice', WRONG, 'SignInsFailed', twice, ofHour(12, 'bob')],
  ['of no whole hour', WRONG, 'SignInsFailed', at('13:30:00'), ofHour(13)],
  ['of no time', 'schema_mismatch', 'SignInsFailed', set({ 'data.hour': '2026-11-31T13:00:00.000Z' }), ofHour(13)],
  ['of which none failed', WRONG, 'SignInsFailed', without('passwords', 'codes'), ofHour(14)],
  ['from more networks than attempts', WRONG, 'SignInsFailed', set({ 'data.networks': 8 }), ofHour(13)],
  ['that are none', 'schema_mismatch', 'SignInsFailed', set({ 'data.passwords': 0 }), ofHour(12)],
  ['beyond the bound', 'schema_mismatch', 'SignInsFailed', set({ 'data.networks': 101 }), ofHour(14)],
  [
    'by the account itself',
    'actor_implausible',
    'SignInsFailed',
    set({ 'meta.actor': { id: idOf('cy'), role: 'user' } }),
    ofHour(13),
  ],
  [
    'of an account that there is not',
    'account_unknown',
    'SignInsFailed',
    set({ stream: `session-${idOf('x')}` }),
    ofHour(12, 'bob'),
  ],
]

testMutations(() => log, CASES, 'failed sign-ins ')
