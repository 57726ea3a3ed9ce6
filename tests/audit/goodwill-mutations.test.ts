// The auditor's rules about goodwill, each tested with a log in which one thing is wrong.
import { beforeAll, expect, test } from 'vitest'
import type { FindingCode } from '#services/auditor/findings/finding-codes.ts'
import type { StoredEvent } from '#services/event-store/port.ts'
import { payGoodwill } from '../corpus/goodwill.ts'
import { idOf } from '../corpus/script.ts'
import { audit, type Change, codesOfChanged, corpusLog, gone, rewrite, set, twice } from './rewritten.ts'

let log: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog(payGoodwill)
})

const byBob = set({ 'meta.actor': { id: idOf('bob'), role: 'user' } })
const byRoot = set({ 'meta.actor': { id: idOf('root'), role: 'super-admin' } })

test.each<[string, FindingCode, string, Change]>([
  ['more than the bound of a day', 'goodwill_above_bound', 'GoodwillPromised', set({ 'data.amountCents': 60_01 })],
  ['under no rules', 'goodwill_above_bound', 'GoodwillPromised', set({ 'meta.configuration': '0'.repeat(64) })],
  ['by another than the owner of the stream', 'actor_implausible', 'GoodwillPromised', byRoot],
  ['paid by another than promised it', 'goodwill_mismatch', 'GoodwillPaid', byRoot],
  ['by a bettor', 'actor_implausible', 'GoodwillPaid', byBob],
  ['that was never promised', 'goodwill_mismatch', 'GoodwillPromised', gone],
  ['promised twice', 'goodwill_mismatch', 'GoodwillPromised', twice],
  ['paid twice', 'goodwill_mismatch', 'GoodwillPaid', twice],
  ['of another amount', 'goodwill_mismatch', 'GoodwillPaid', set({ 'data.amountCents': 59_99 })],
  ['for another', 'goodwill_mismatch', 'GoodwillPromised', set({ 'data.to': idOf('ada') })],
  ['that paid a debt there was not', 'owed_mismatch', 'GoodwillPaid', set({ 'data.owedPaidCents': 1 })],
])('goodwill %s: %s', (_, code, type, change) => {
  expect([...codesOfChanged(log, type, change)]).toContain(code)
})

test('the log itself, chained again, is clean', () => expect(audit(rewrite(log)).sorted()).toEqual([]))
