// The auditor's rules about the days of floats, each tested with a log in which one thing is wrong.
import { beforeAll } from 'vitest'
import type { StoredEvent } from '#services/event-store/port.ts'
import { closeFloatDays } from '../corpus/float-days.ts'
import { idOf } from '../corpus/script.ts'
import { by, corpusLog, type Draft, first, gone, type Mutation, set, testMutations, twice } from './rewritten.ts'

let log: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog(closeFloatDays)
})

const ofDay = (day: string) => (draft: Draft) => (draft.data as { day?: string }).day === day
const sent = (name: string) => (draft: Draft) => (draft.data as { transfer?: string }).transfer === idOf(name)

const CASES: readonly Mutation[] = [
  ['opened with another balance', 'day_closed_misstated', 'FloatDayClosed', set({ 'data.openingCents': 1 })],
  ['closed with another balance', 'day_closed_misstated', 'FloatDayClosed', set({ 'data.closingCents': 1_240_00 })],
  ['counted up to another event', 'day_closed_misstated', 'FloatDayClosed', set({ 'data.through': 2 })],
  ['a deposit of the day taken out', 'day_closed_misstated', 'TransferSent', gone, sent('deposit')],
  [
    'a deposit moved to the day after',
    'day_closed_misstated',
    'FloatSet',
    set({ 'meta.at': '2026-11-16T12:00:00.000Z' }),
    (draft) => (draft.data as { afterCents: number }).afterCents === 1_200_00,
  ],
  ['money of after the close counted before it', 'day_closed_misstated', 'FloatDayClosed', gone, ofDay('2026-11-15')],
  [
    'an empty day that was not',
    'day_closed_misstated',
    'FloatDayClosed',
    set({ 'data.day': '2026-11-15' }),
    ofDay('2026-11-17'),
  ],
  ['closed twice', 'day_closed_wrong', 'FloatDayClosed', twice],
  ['closed by a super admin', 'day_closed_wrong', 'FloatDayClosed', by('root', 'super-admin'), ofDay('2026-11-16')],
  [
    'closed before its end',
    'day_closed_wrong',
    'FloatDayClosed',
    set({ 'data.day': '2026-11-16' }),
    ofDay('2026-11-15'),
  ],
  ['closed before it was opened', 'day_closed_wrong', 'FloatDayClosed', set({ 'data.day': '2026-11-14' })],
  [
    'closed more than a year after',
    'day_closed_wrong',
    'FloatDayClosed',
    set({ 'meta.at': '2027-11-20T12:00:00.000Z' }),
    ofDay('2026-11-17'),
  ],
  [
    'closed by an admin who is blocked',
    'day_closed_wrong',
    'FloatDayClosed',
    (draft) => [
      by('root', 'super-admin')(first({ ...structuredClone(draft), type: 'AccountBlocked', data: {} })) as Draft,
      draft,
    ],
  ],
  ['of a bettor', 'day_closed_wrong', 'FloatDayClosed', set({ stream: `account-${idOf('bob')}` })],
]

testMutations(() => log, CASES)
