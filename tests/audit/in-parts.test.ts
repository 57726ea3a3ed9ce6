// An audit that continues from what an earlier one kept has the same state and findings as a complete one, wherever the
// earlier one ended.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { LogRow } from '#services/auditor/events/log-row.ts'
import { decideAlone } from '../corpus/authority.ts'
import { keepCustomers } from '../corpus/customers.ts'
import { ruleFromTheDesk } from '../corpus/desk-rules.ts'
import { erasePeople } from '../corpus/erasures.ts'
import { closeFloatDays } from '../corpus/float-days.ts'
import { payGoodwill } from '../corpus/goodwill.ts'
import { publishFreshQuotes } from '../corpus/quotes-published.ts'
import { restoreBackups } from '../corpus/restores.ts'
import { playScript } from '../corpus/script.ts'
import { decideWithSecondAdmins } from '../corpus/second-admins.ts'
import { secureSignIns } from '../corpus/second-factors.ts'
import { signInAndOut } from '../corpus/sign-ins.ts'
import { drawFromTreasury } from '../corpus/treasury-draws.ts'
import { auditInParts } from './in-parts.ts'
import { corpusLog, rewrite } from './rewritten.ts'

let logs: LogRow[][]
beforeAll(async () => {
  const scripts = [
    ...[playScript, publishFreshQuotes, keepCustomers, secureSignIns, signInAndOut, erasePeople],
    ...[drawFromTreasury, closeFloatDays, payGoodwill, ruleFromTheDesk, decideAlone, decideWithSecondAdmins],
    ...[restoreBackups],
  ]
  logs = await Promise.all(scripts.map(async (play) => rewrite(await corpusLog(play))))
})

test('what is kept in the end is the same, however many audits went before', () => {
  for (const rows of logs) {
    const whole = auditInParts(rows, [])
    expect(whole.findings.sorted()).toEqual([])
    const end = fc.integer({ min: 0, max: rows.length - 1 })
    fc.assert(
      fc.property(fc.uniqueArray(end, { minLength: 1, maxLength: 3 }), (ends) => {
        const found = auditInParts(
          rows,
          ends.toSorted((a, b) => a - b),
        )
        expect(found.parts).toBeGreaterThan(1)
        expect(found.findings.sorted()).toEqual([])
        expect(found.kept()).toEqual(whole.kept())
      }),
      { numRuns: 3 },
    )
  }
})

test('a changed event after the end of the previous audit is found as in a complete one', () => {
  for (const rows of logs) {
    const broken = (at: number) => rows.with(at, { ...rows[at]!, hash: '0'.repeat(64) })
    const some = fc
      .tuple(fc.nat(rows.length - 2), fc.nat(rows.length - 2))
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b) + 1] as const)
    fc.assert(
      fc.property(some, ([end, at]) => {
        const found = auditInParts(broken(at), [end])
        expect(found.findings.sorted()).toEqual(auditInParts(broken(at), []).findings.sorted())
        expect(found.findings.count).toBeGreaterThan(0)
      }),
      { numRuns: 3 },
    )
  }
})
