// The lists of event types in the audit trail's partial indexes are those that its queries are made with.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BET_TYPES, DECISION_TYPES, SETTING_TYPES } from '../projections/audit/listed-types.ts'

test('the partial indexes of the audit trail list the event types that its queries list', () => {
  const table = readFileSync('projections/audit/table.sql', 'utf8')
  const listed = table.matchAll(/create index (\w+) [^;]*\btype (not in|in) \(([^)]*)\)/g)
  expect([...listed].map(([, index, how, types]) => [index, how, types!.split(', ')])).toEqual(
    [
      ['audit_by_bet', 'not in', BET_TYPES] as const,
      ['audit_by_decision', 'in', DECISION_TYPES] as const,
      ['audit_by_setting', 'in', SETTING_TYPES] as const,
    ].map(([index, how, types]) => [index, how, types.map((type) => `'${type}'`)]),
  )
})
