// Games that bets are settled on.
import { FEED, metaBy } from '#services/commands/testing/meta.ts'
import { newId, type TestProduct } from './product.ts'

/** Adds a game of the house, Rovers against Wanderers, that began a minute ago in system time; returns its id. */
export async function aStartedGame({ services: { fixtures } }: TestProduct): Promise<string> {
  const id = newId()
  const startsAt = new Date(Date.now() - 60_000).toISOString()
  const teams = { league: 'soccer_epl', home: 'Rovers', away: 'Wanderers' }
  const command = { type: 'ListFixture', source: 'house', providerId: null, startsAt, ...teams } as const
  await fixtures.execute(id, command, metaBy(FEED))
  return id
}
