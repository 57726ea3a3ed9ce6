// A bet that a correction reopens shows nothing of its former settlement, each time.
import { expect, test } from 'vitest'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { fixtureOutcome } from '#domain/fixture/state.ts'
import { rebuild } from '#projections/rebuild/rebuild.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { CORPUS_START, idOf, playScript } from '../corpus/script.ts'
import { scripted } from '../corpus/scripted.ts'
import { databaseForTests } from '../database.ts'
import { verifyAsIfRunning } from './house.ts'

const database = databaseForTests()
const ada = { account: 'ada', role: 'admin' } as const
const bet = idOf('quarter line')

test('a bet that is reopened twice is shown correctly', async () => {
  const store = await PostgresLog.open({ url: database.url, ...CORPUS_START })
  // the last event reopens that bet: without the score after regulation time nothing decides it
  await playScript(store)
  const script = scripted(store, { begin: '2026-01-10T20:00:00.000Z' })
  const outcome = async () => fixtureOutcome(await script.commands.fixtures.read(idOf('derby')))!
  const { closedAt } = (await outcome()) as Extract<FixtureOutcome, { kind: 'result' }>
  const score = { home: 3, away: 1 }
  const correct = { type: 'CorrectResult', source: 'admin', reads: [], score, closedAt } as const
  await script.onFixture('derby', ada, { ...correct, regulation: score })
  await script.onAccount('bob', 'settler', { type: 'SettleBet', bet, outcomes: [await outcome()] })
  script.now = 10
  await script.onFixture('derby', ada, correct)
  await script.onAccount('bob', 'settler', { type: 'ResettleBet', bet, outcomes: [await outcome()] })

  const ends: unknown[] = []
  for await (const { body } of store.readStream(`account-${idOf('bob')}`, 0)) {
    const { type, data } = decodeBody(body) as { type: string; data: { bet?: string; settlement?: unknown } }
    if (data.bet === bet && type !== 'BetPlaced') ends.push(type === 'BetResettled' ? data.settlement : type)
  }
  expect(ends).toEqual(['BetSettled', null, 'BetSettled', null])
  await rebuild({ store, url: database.url })
  await store.close()
  const { findings } = await verifyAsIfRunning(database.url)
  expect(findings.filter(({ subject }) => subject === `bet ${bet}`)).toEqual([])
})
