import { expect, it } from 'vitest'
import { PROJECTIONS } from '../projection.ts'
import { announce, announceAll } from './announcement.ts'

const id = (number: number) => number.toString(16).padStart(32, '0')
const at = { position: '99', hash: 'a'.repeat(64), number: 41 }
const events = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const kind = index % 2 === 0 ? 'account' : 'fixture'
    const type: 'BetPlaced' | 'FixtureMoved' = index % 2 === 0 ? 'BetPlaced' : 'FixtureMoved'
    return { ...at, type, stream: `${kind}-${id(index)}`, subject: id(index) }
  })

const types = ['BetPlaced', 'FixtureMoved']

it('names each account, fixture and type of event once, and nothing for the log itself', () => {
  const folded = [...events(2), ...events(2), { ...at, type: 'LogStarted' as const, stream: 'ledger', subject: '' }]
  expect(JSON.parse(announce(folded, PROJECTIONS))).toEqual({
    ...at,
    types: [...types, 'LogStarted'],
    accounts: [id(0)],
    fixtures: [id(1)],
  })
})

it('stays below the limit of Postgres, and stands for all if it cannot name them', () => {
  expect(JSON.parse(announce(events(190), PROJECTIONS)).accounts).toHaveLength(95)
  for (const count of [190, 195, 500]) {
    expect(announce(events(count), PROJECTIONS).length).toBeLessThan(7_500)
  }
  expect(JSON.parse(announce(events(500), PROJECTIONS))).toEqual({ ...at, types, all: true })
})

it('names the fixtures even among too many accounts: most of what many bets change is none', () => {
  const bets = Array.from({ length: 500 }, (_, index) => {
    return { ...at, type: 'BetPlaced' as const, stream: `account-${id(index)}`, subject: id(index) }
  })
  const stopped = { ...at, type: 'BettingStopped' as const, stream: 'desk-book', subject: 'book' }
  const fixture = events(2)[1]!
  const named = (...more: Parameters<typeof announce>[0]) => JSON.parse(announce([...bets, ...more], PROJECTIONS))
  expect(named()).toEqual({ ...at, types: ['BetPlaced'], all: true, fixtures: [] })
  expect(named(stopped, fixture)).toEqual({
    ...{ ...at, types: ['BetPlaced', 'BettingStopped', 'FixtureMoved'], offer: true },
    ...{ all: true, fixtures: [fixture.subject] },
  })
})

it('says if not all read models have got this far, and which have', () => {
  const folded = ['audit', 'house'] as const
  expect(JSON.parse(announceAll(at, folded, { rebuilt: true }))).toEqual({
    ...{ ...at, partial: true, folded, rebuilt: true, all: true },
  })
})
