import { expect, it } from 'vitest'

const calls = import.meta.glob<string>('../api/*.ts', { query: '?raw', import: 'default', eager: true })

it('every query of the back office says what it shows', () => {
  const queries = Object.values(calls).flatMap((text) => text.match(/queryKey: \['admin',.*\n.*/g) ?? [])
  expect(queries.length).toBeGreaterThan(25)
  expect(queries.filter((query) => !/\n\s+meta: /.test(query))).toEqual([])
})
