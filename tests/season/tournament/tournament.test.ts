// A knock-out tournament of forty ties on a clock that jumps; `npm run tournament` plays a hundred with the product's
// own processes.
import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { ledger } from '#tests/audit/ledger-command.ts'
import { createTestDatabase } from '#tests/database.ts'
import { openHouse } from '../house/house.ts'
import { steppedClock } from '../house/stepped-clock.ts'
import { createBackers } from './backers.ts'
import { LONGEST, matchesOf } from './matches.ts'
import { listenTournament } from './provider.ts'

it('every bet on a tournament ends by the score after ninety minutes, or waits for an admin', async () => {
  const clock = steppedClock('2026-06-11T12:00:00.000Z')
  const now = () => clock.businessNow().getTime()
  const matches = matchesOf('world cup', 40, now() + HOUR)
  const courses = new Set(matches.map(({ course }) => course))
  expect(courses).toEqual(new Set(['ninety minutes', 'extra time', 'penalties', 'late', 'unseen']))
  const provider = await listenTournament(now, () => matches)
  const database = await createTestDatabase()
  const house = await openHouse({
    url: database.url,
    baseUrl: provider.baseUrl,
    clock,
    bettors: 10,
    isSlow: () => false,
  })
  try {
    const backers = createBackers(house.origin, house.bettors, matches)
    for (const end = matches.at(-1)!.startsAt + LONGEST; now() < end; clock.advance(4 * MINUTE)) {
      await house.poller.tick()
      await house.folded()
      await backers.look()
      await house.settling.drain()
    }
    await house.folded()
    await house.settling.sweep()
    await house.folded()
    const verdict = await backers.verdict()
    expect(verdict).toMatchObject({ neverOffered: [], wrong: [] })
    expect(verdict.bets).toBeGreaterThan(matches.length * 6)
    expect(verdict.waiting).toBeGreaterThan(20)
    expect(verdict.settled).toBeGreaterThan(100)
    expect((await ledger(['verify'], { DATABASE_URL: database.url })).code).toBe(0)
  } finally {
    await house.close()
    await provider.close()
    await database.drop()
  }
}, 600_000)
