import { expect, it } from 'vitest'
import { PROJECTIONS } from '../projection.ts'
import { announce, announceAll } from './announcement.ts'

const id = (number: number) => number.toString(16).padStart(32, '0')
const at = { position: '99', hash: 'a'.repeat(64), number: 41 }
const events = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const kind = index % 2 === 0 ? 'account' : 'fixture'
    return { ...at, stream: `${kind}-${id(index)}`, subject: id(index) }
  })

it('names each account and fixture once, and nothing for the log itself', () => {
  const folded = [...events(2), ...events(2), { ...at, stream: 'ledger', subject: '' }]
  expect(JSON.parse(announce(folded, PROJECTIONS.length))).toEqual({ ...at, accounts: [id(0)], fixtures: [id(1)] })
})

it('stays below what Postgres takes, and says all where it cannot name them', () => {
  expect(JSON.parse(announce(events(190), PROJECTIONS.length)).accounts).toHaveLength(95)
  for (const count of [190, 195, 500]) {
    expect(announce(events(count), PROJECTIONS.length).length).toBeLessThan(7_500)
  }
  expect(JSON.parse(announce(events(500), PROJECTIONS.length))).toEqual({ ...at, all: true })
})

it('says where not all read models came along', () => {
  expect(JSON.parse(announceAll(at, 3))).toEqual({ ...at, partial: true, all: true })
})
