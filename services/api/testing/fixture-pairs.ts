// Two fixtures of the feed that may be one game, in the queue for admins.
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import { FEED, metaBy } from '#services/commands/testing/meta.ts'
import { HOUR } from '#services/platform/clock/durations.ts'
import { newId, type TestProduct } from './product.ts'

export type TestPair = { readonly oldFixture: string; readonly newFixture: string; readonly providerId: string }

/** Executes a command of the feed. */
export const asFeed = async ({ services }: TestProduct, fixture: string, command: FixtureCommand) => {
  const outcome = await services.fixtures.execute(fixture, command, metaBy(FEED, services.clock.businessNow()))
  if (!outcome.accepted) throw new Error(outcome.refusal.code)
}

export async function aFixturePair(product: TestProduct, more: { openBets?: number } = {}): Promise<TestPair> {
  const { pool, clock } = product.services
  const [oldFixture, newFixture] = [newId(), newId()]
  const now = clock.businessNow()
  for (const [fixture, hours] of [
    [oldFixture, 2],
    [newFixture, 26],
  ] as const) {
    const startsAt = new Date(now.getTime() + hours * HOUR).toISOString()
    const [home, away] = ['Harbour Town', 'Hill City']
    const listing = { source: 'feed', providerId: `listed as ${fixture}`, league: 'baseball_kbo', home, away } as const
    await asFeed(product, fixture, { type: 'ListFixture', ...listing, startsAt })
    await pool.query('insert into app.provider_listing values ($1, $2, $3, $4, $4)', [
      listing.providerId,
      listing.league,
      fixture,
      now,
    ])
  }
  for (let bet = 0; bet < (more.openBets ?? 0); bet++) {
    await anOpenLeg(product, oldFixture)
  }
  const providerId = `listed as ${newFixture}`
  await pool.query("insert into app.fixture_pair values ($1, $2, $3, 'may-meet-again', $4)", [
    oldFixture,
    newFixture,
    providerId,
    now,
  ])
  return { oldFixture, newFixture, providerId }
}

/**
 * Updates the totals that the projector compares as well: otherwise it would rebuild the read model without this leg.
 */
export async function anOpenLeg({ services }: TestProduct, fixture: string): Promise<void> {
  await services.pool.query(
    `with leg as (insert into app.open_leg values ($1, $2, 0, 'bob')),
       counted as (
         insert into app.fixture_bets values ($1, 1)
         on conflict (fixture_id) do update set open_legs = fixture_bets.open_legs + 1
       )
     update app.settlement set open_legs = open_legs + 1`,
    [fixture, newId()],
  )
}
