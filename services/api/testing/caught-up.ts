// A read waits for what its own session wrote, and for nobody else's: a test that reads by one session what another one wrote, or
// what a worker did, waits for the read models first.
import { PROJECTIONS } from '#projections/projection.ts'
import { type TestProduct, until } from './product.ts'

/** Until every read model has all that is in the log now, as this api has heard: as long as a busy machine may take. */
export async function caughtUp({ services: { freshness } }: Pick<TestProduct, 'services'>): Promise<void> {
  await until(() => freshness.hasWholeLog(PROJECTIONS))
}
