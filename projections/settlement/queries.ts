// What the settler reads: open and superseded bets in pages, and the fixtures that have some.
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'

/** A bet to be settled, or settled again, with the fixtures of all its legs. */
export const BetOnFixture = z.object({ bet: z.string(), account: z.string(), fixtures: z.array(z.string()) })
export type BetOnFixture = z.infer<typeof BetOnFixture>

/** A page of a fixture's bets: those after the bet `after` (null: from the first), at most `limit`. */
export type BetPage = { readonly after: Pick<BetOnFixture, 'bet' | 'account'> | null; readonly limit: number }

/** Open bets with a leg on the fixture, by account. */
export const openBetsOn = (
  db: CommonQueryMethods,
  fixture: string,
  { after, limit }: BetPage,
): Promise<readonly BetOnFixture[]> =>
  db.any(sql.prepared('open bets on', BetOnFixture)`
    select page.bet as bet, page.account as account,
      array(select distinct fixture_id from app.open_leg where bet_id = page.bet) as fixtures
    from (
      select distinct bet_id as bet, account_id as account from app.open_leg
      where fixture_id = ${fixture} and (account_id, bet_id) > (${after?.account ?? ''}, ${after?.bet ?? ''})
      order by account_id, bet_id limit ${limit}
    ) page
    order by page.account, page.bet`)

/**
 * Bets settled since `settledSince` by a result of the fixture that is no longer in force, in the order of their ids.
 */
export const resettlementsDue = (
  db: CommonQueryMethods,
  fixture: string,
  settledSince: string,
  { after, limit }: BetPage,
): Promise<readonly BetOnFixture[]> =>
  db.any(sql.prepared('resettlements due', BetOnFixture)`
    select s.bet_id as bet, b.account_id as account, string_to_array(b.fixtures, ' ') as fixtures
    from app.superseded_bet s join app.settled_bet b on b.bet_id = s.bet_id
    where s.fixture_id = ${fixture} and s.bet_id > ${after?.bet ?? ''} and b.settled_at >= ${settledSince}::timestamptz
    order by s.bet_id limit ${limit}`)

/** `bets`: how many of its bets wait (open legs, or settlements to be made again). */
export const FixtureWithBets = z.object({ fixture: z.string(), bets: z.number() })
export type FixtureWithBets = z.infer<typeof FixtureWithBets>

/** A query of every fixture with open bets, with one step through the index of open legs for each fixture. */
export const openFixtures = sql.fragment`
  with recursive walk (fixture_id) as (
    (select fixture_id from app.open_leg order by fixture_id limit 1)
    union all
    select (select o.fixture_id from app.open_leg o where o.fixture_id > w.fixture_id order by o.fixture_id limit 1)
    from walk w where w.fixture_id is not null
  )
  select fixture_id from walk where fixture_id is not null`

const among = (fixtures: readonly string[] | null, column: FragmentSqlToken) =>
  fixtures === null ? sql.fragment`true` : sql.fragment`${column} = any(${sql.array(fixtures, 'text')})`

/** Those of `fixtures` (null: of all) that have ended and still have open bets. */
export const decidedWithOpenBets = (
  db: CommonQueryMethods,
  fixtures: readonly string[] | null,
): Promise<readonly FixtureWithBets[]> =>
  db.any(sql.type(FixtureWithBets)`
    select d.fixture_id as fixture, f.open_legs as bets
    from app.decided_fixture d join app.fixture_bets f on f.fixture_id = d.fixture_id and f.open_legs > 0
    where ${among(fixtures, sql.fragment`d.fixture_id`)}`)

/** Those of `fixtures` (null: of all) with bets settled since `settledSince` that a correction has superseded. */
export const withSupersededBets = (
  db: CommonQueryMethods,
  fixtures: readonly string[] | null,
  settledSince: string,
): Promise<readonly FixtureWithBets[]> =>
  db.any(sql.type(FixtureWithBets)`
    select fixture_id as fixture, count(*) as bets
    from app.superseded_bet join app.settled_bet using (bet_id)
    where ${among(fixtures, sql.fragment`fixture_id`)} and settled_at >= ${settledSince}::timestamptz
    group by 1`)

/**
 * The same fixtures, without their numbers: this is asked after every batch with settlements, even while a great many
 * bets of one fixture are settled again. Walks an index from one fixture to the next.
 */
export const supersededSince = (db: CommonQueryMethods, settledSince: string): Promise<readonly string[]> =>
  db.anyFirst(sql.prepared('superseded since', FixtureWithBets.pick({ fixture: true }))`
    with recursive one (fixture_id) as (
      (select fixture_id from app.superseded_bet order by fixture_id limit 1)
      union all
      select (select s.fixture_id from app.superseded_bet s where s.fixture_id > one.fixture_id order by s.fixture_id limit 1)
      from one where one.fixture_id is not null
    )
    select fixture_id as fixture from one
    where fixture_id is not null and exists (
      select from app.superseded_bet s join app.settled_bet using (bet_id)
      where s.fixture_id = one.fixture_id and settled_at >= ${settledSince}::timestamptz
    )`)

/** Fixtures with superseded bets settled before `settledSince`, which nobody may settle again any more. */
export const withMissedResettlements = (
  db: CommonQueryMethods,
  settledSince: string,
): Promise<readonly FixtureWithBets[]> =>
  db.any(sql.type(FixtureWithBets)`
    select fixture_id as fixture, count(*) as bets
    from app.superseded_bet join app.settled_bet using (bet_id)
    where settled_at < ${settledSince}::timestamptz
    group by 1 order by 1`)

/** Those of `fixtures` that have open bets. */
export const fixturesWithOpenBets = (db: CommonQueryMethods, fixtures: readonly string[]): Promise<readonly string[]> =>
  db.anyFirst(sql.type(FixtureWithBets.pick({ fixture: true }))`
    select fixture_id as fixture from app.fixture_bets
    where fixture_id = any(${sql.array(fixtures, 'text')}) and open_legs > 0`)
