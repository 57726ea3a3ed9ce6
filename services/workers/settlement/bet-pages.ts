// The bets of a fixture, a page at a time, however many there are.
import type { BetOnFixture, BetPage } from '#projections/settlement/queries.ts'

const PAGE_SIZE = 500

/** In the order of `read`. A page is read once the one before has been consumed. */
export async function* betsInPages(
  read: (page: BetPage) => Promise<readonly BetOnFixture[]>,
  limit = PAGE_SIZE,
): AsyncGenerator<BetOnFixture> {
  for (let after: BetOnFixture | null = null; ; ) {
    const page: readonly BetOnFixture[] = await read({ after, limit })
    yield* page
    if (page.length < limit) return
    after = page.at(-1)!
  }
}
