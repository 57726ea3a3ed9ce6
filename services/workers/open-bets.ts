// What the settler asks of the read models. It may lag behind the log: the streams decide, the sweep comes again.
import type pg from 'pg'

export type OpenBet = { readonly bet: string; readonly account: string; readonly fixtures: readonly string[] }

export type OpenBets = {
  /** Open bets with a leg on the fixture, with the fixtures of all their legs. */
  on(fixture: string): Promise<OpenBet[]>
  /** Of `fixtures` (all, where null), those that are decided and still have open bets. */
  decided(fixtures: readonly string[] | null): Promise<string[]>
}

const ON = `
  select mine.bet_id as bet, mine.account_id as account, array_agg(distinct leg.fixture_id) as fixtures
  from app.open_leg mine join app.open_leg leg using (bet_id)
  where mine.fixture_id = $1
  group by 1, 2`

const DECIDED = `
  select decided.fixture_id as fixture from app.decided_fixture decided
  where ($1::text[] is null or decided.fixture_id = any ($1))
    and exists (select from app.open_leg leg where leg.fixture_id = decided.fixture_id)`

export const openBetsIn = (pool: pg.Pool): OpenBets => ({
  async on(fixture) {
    return (await pool.query<OpenBet>(ON, [fixture])).rows
  },
  async decided(fixtures) {
    return (await pool.query<{ fixture: string }>(DECIDED, [fixtures])).rows.map((row) => row.fixture)
  },
})
