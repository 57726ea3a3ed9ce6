// The auditor's rules about rules of the desk, each tested with a log in which one thing is wrong.
import { beforeAll, expect, test } from 'vitest'
import type { FindingCode } from '#services/auditor/findings/finding-codes.ts'
import type { StoredEvent } from '#services/event-store/port.ts'
import { ruleFromTheDesk } from '../corpus/desk-rules.ts'
import { idOf } from '../corpus/script.ts'
import {
  audit,
  type Change,
  codesIn,
  corpusLog,
  type Draft,
  type Mutation,
  rewrite,
  set,
  testMutations,
  twice,
} from './rewritten.ts'

let log: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog(ruleFromTheDesk)
})

const IN_PLAY = { 'data.legs.0.inPlay': true, 'data.legs.0.startsAt': '2026-11-15T12:00:00.000Z' }
const SECONDS_AGO = '2026-11-15T12:09:57.000Z'
const byAda = set({ 'meta.actor': { id: idOf('ada'), role: 'admin' } })
const isChange = ({ meta }: Draft) => meta.actor.id !== 'setup'
const isOf = (scope: object) => (draft: Draft) => JSON.stringify(draft.data) === JSON.stringify(scope)
const all = isOf({})

const CASES: readonly Mutation[] = [
  ['a setting by a plain admin', 'settings_wrong', 'SettingsSet', byAda, isChange],
  [
    'a setting by a bettor',
    'actor_implausible',
    'SettingsSet',
    set({ 'meta.actor': { id: idOf('bob'), role: 'user' } }),
    isChange,
  ],
  ['a setting from another value', 'settings_wrong', 'SettingsSet', set({ 'data.settings.0.before': 1 }), isChange],
  ['a setting to what it was', 'settings_wrong', 'SettingsSet', set({ 'data.settings.0.after': 1_000_00 }), isChange],
  [
    'a setting that can have no such value',
    'settings_wrong',
    'SettingsSet',
    set({ 'data.settings.0.after': 1e12 + 1 }),
  ],
  ['another desk', 'wrong_stream', 'BettingStopped', set({ stream: `desk-${idOf('another')}` })],
  ['a stop twice', 'stop_repeated', 'BettingStopped', twice],
  [
    'a stop of no fixture of the log',
    'stop_repeated',
    'BettingStopped',
    set({ 'data.fixture': idOf('none') }),
    isOf({ fixture: idOf('cup') }),
  ],
  ['a market of no fixture', 'stop_repeated', 'BettingStopped', set({ data: { market: 'h2h' } }), all],
  ['what was not stopped is resumed', 'stop_repeated', 'BettingResumed', twice],
  [
    'a stop by a bettor',
    'actor_implausible',
    'BettingStopped',
    set({ 'meta.actor': { id: idOf('bob'), role: 'user' } }),
  ],
  ['a grant that was never in force', 'grant_unset', 'WelcomeGranted', set({ 'data.amountCents': 20_01 })],
]

testMutations(() => log, CASES)

const hashAt = (version: number) => log.find((one) => one.stream.startsWith('desk-') && one.version === version)!.hash

test.each<[string, FindingCode, Change]>([
  [
    'no rules',
    'rules_unknown',
    (draft) => ({ ...draft, meta: { ...draft.meta, configuration: undefined } as Draft['meta'] }),
  ],
  ['rules that are none', 'rules_unknown', set({ 'meta.configuration': '0'.repeat(64) })],
  ['rules that stop it', 'bet_on_stopped', (draft) => set({ 'meta.configuration': hashAt(4) })(draft)],
  ['rules of long before', 'rules_replaced', (draft) => set({ 'meta.configuration': hashAt(1) })(draft)],
  ['another cap than was in force', 'cap_misstated', set({ 'data.limits.maxPayoutCents': 1_000_00 })],
  ['no wait in play', 'wait_too_short', set(IN_PLAY)],
  ['too short a wait in play', 'wait_too_short', set({ ...IN_PLAY, 'data.delay': { requestedAt: SECONDS_AGO } })],
])('a bet that names %s: %s', (_, code, change) => {
  const findings = audit(rewrite(log, (draft) => (draft.type === 'BetPlaced' ? change(draft) : draft)))
  expect([...codesIn(findings)]).toContain(code)
})
