import { expect, it } from 'vitest'
import { HOUR } from '#services/platform/clock/durations.ts'
import { fixtureIdOf, type KnownFixture } from '../polling/fixture-registry.ts'
import { stagedGame } from '../testing/provider.ts'
import { identifyNew } from './identify.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR)

/** Which fixture a new id is given, if games of the same teams vanished that would have started in these many hours. */
async function identified(starts: readonly number[]) {
  const event = stagedGame({ id: 'new', startsAt: inHours(6), quotedAt: NOW, books: {} })
  const games = starts.map(
    (hours): KnownFixture => ({
      ...{ id: `game in ${hours}`, providerIds: [], league: event.sport_key, home: event.home_team },
      ...{ away: event.away_team, startsAt: inHours(hours), closedAt: null, abandoned: false, result: null },
    }),
  )
  const listings = games.map(({ id }) => ({
    ...{ providerId: id, fixture: id, firstListedAt: inHours(-9), lastListedAt: inHours(-2) },
    ...{ absentSince: inHours(-1), absences: 2 },
  }))
  const store = {
    listingsOf: async () => listings,
    scores: async () => new Map(),
    earlyScores: async () => [],
    claimId: async ({ fixture }: { fixture: string }) => fixture,
  }
  const found = await identifyNew({ registry: { ofLeague: () => games }, store }, event.sport_key, [event], NOW)
  return found.get(event.id)
}

it('a new id continues a game if exactly one fits, and is a new game otherwise', async () => {
  const ofItsOwn = fixtureIdOf(stagedGame({ id: 'new', startsAt: NOW, quotedAt: NOW, books: {} }).id)
  expect(await identified([2])).toBe('game in 2')
  expect(await identified([2, 30])).toBe(ofItsOwn)
  expect(await identified([])).toBe(ofItsOwn)
})
