// What tests of the bet routes start from: one product per test file, and an admin who funds its bettors.
import { afterAll, beforeAll } from 'vitest'
import type { StoredEvent } from '#services/event-store/port.ts'
import { type Person, startTestProduct, type TestProduct } from './product.ts'

export type BettingStage = Pick<TestProduct, 'place'> & {
  readonly product: TestProduct
  readonly admin: Person
  /** Creates a signed-in bettor with a balance. */
  aBettor(euros: number): Promise<Person>
  /** Puts a game on the board and returns its id. */
  game: TestProduct['newGame']
  /** The bets in the ledger of an account. */
  betsOf(account: string): Promise<StoredEvent[]>
}

const FLOAT_EUROS = 100_000

/** To be called in a `describe`: it exists from the first test until after the last. */
export function stageForBetting(): BettingStage {
  let product: TestProduct
  let admin: Person
  beforeAll(async () => {
    product = await startTestProduct()
    admin = await product.anAdmin(FLOAT_EUROS)
  })
  afterAll(() => product.close())
  return {
    get product() {
      return product
    },
    get admin() {
      return admin
    },
    aBettor: (euros) => product.aBettor(admin, euros),
    game: (game) => product.newGame(game),
    place: (...bet) => product.place(...bet),
    betsOf: async (account) =>
      (await product.events('BetPlaced')).filter((event) => event.stream === `account-${account}`),
  }
}
