import { expect, test } from 'vitest'
import { eventSchemas } from '#domain/events.ts'
import { AUDIT_KINDS } from '#services/contract/contract.ts'
import { kindsOf, typesOf } from './kinds.ts'

test.each(Object.keys(eventSchemas))('%s has exactly one kind, by which it is found', (type) => {
  const [kind, ...more] = kindsOf([type])
  expect(more).toEqual([])
  expect(typesOf([kind!])).toContain(type)
})

test('a type that is unknown here, or no type, may have changed anything', () => {
  const all = new Set(AUDIT_KINDS)
  expect([kindsOf(undefined), kindsOf(['BetPlaced', 'OfANewerVersion']), kindsOf(['toString'])]).toEqual([
    all,
    all,
    all,
  ])
})
