// A read waits for what its own session wrote and for nothing else: a test that reads through one session what another
// session or a worker wrote has to wait for the read models first.
import { PROJECTIONS } from '#projections/projection.ts'
import { type TestProduct, until } from './product.ts'

/** Waits until every read model has all that is in the log now, for as long as a busy machine may take. */
export async function caughtUp({ services: { freshness } }: Pick<TestProduct, 'services'>): Promise<void> {
  await until(() => freshness.hasWholeLog(PROJECTIONS))
}
