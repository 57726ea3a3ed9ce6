// The statements that change rows of settlement. Each finds its rows by keys, so a batch is written without scans.

/** Adds the numbers of newly open legs to their fixtures. */
export const ADD_OPEN = `
  insert into fixture_bets (fixture_id, open_legs) select * from unnest($1::text[], $2::bigint[])
  on conflict (fixture_id) do update set open_legs = fixture_bets.open_legs + excluded.open_legs`

export const COUNT_OPEN = 'update settlement set open_legs = open_legs + $1::bigint'

/** Ends bets. `rows`: a query of bet_id, settled_at. */
export const endBets = (rows: string): string => `
  with ending (bet_id, settled_at) as (
    ${rows}
  ), gone as (
    delete from open_leg o using ending e where o.bet_id = e.bet_id
    returning o.fixture_id, o.leg, o.bet_id, o.account_id, e.settled_at
  ), counted as (
    update fixture_bets f set open_legs = f.open_legs - n.legs
    from (select fixture_id, count(*) as legs from gone group by 1) n where f.fixture_id = n.fixture_id
  ), settled as (
    insert into settled_bet (bet_id, account_id, settled_at, fixtures)
    select bet_id, account_id, settled_at, string_agg(fixture_id, ' ' order by leg)
    from gone group by 1, 2, 3
  )
  update settlement set open_legs = open_legs - (select count(*) from gone)`

/** Ends bets of earlier batches, each with its time. */
export const END = endBets('select * from unnest($1::text[], $2::timestamptz[])')

/** Settlements of this batch by a result that an earlier batch had replaced. */
export const SETTLED_BY_OLD_RESULT = `
  insert into superseded_bet (bet_id, fixture_id, settled_result, current_result)
  select u.bet_id, u.fixture_id, u.result, d.result
  from unnest($1::text[], $2::text[], $3::integer[]) as u (fixture_id, bet_id, result)
  join decided_fixture d on d.fixture_id = u.fixture_id and d.result > u.result`

/** The last decision of each fixture. */
export const DECIDE = `
  with decided as (
    insert into decided_fixture (fixture_id, result) select * from unnest($1::text[], $2::integer[])
    on conflict (fixture_id) do update set result = excluded.result
    returning fixture_id, result, xmax = 0 as is_new
  ), queued as (
    update superseded_bet s set current_result = d.result from decided d where s.fixture_id = d.fixture_id
  )
  update settlement set decided_fixtures = decided_fixtures + (select count(*) from decided where is_new)`

/**
 * Settlements by an older result, within the window of a decision of this batch; each decision comes with the start of
 * its window.
 */
export const SUPERSEDE = `
  insert into superseded_bet (bet_id, fixture_id, settled_result, current_result)
  select l.bet_id, l.fixture_id, l.result, f.result
  from unnest($1::text[], $2::integer[], $3::timestamptz[]) as d (fixture_id, result, since)
  join settled_leg l on l.fixture_id = d.fixture_id and l.result < d.result
  join settled_bet b on b.bet_id = l.bet_id and b.settled_at >= d.since
  join decided_fixture f on f.fixture_id = l.fixture_id
  on conflict (bet_id, fixture_id) do nothing`

/** Forgets what was settled before a time, given as SQL, unless it was superseded. */
export const forgetBefore = (start: string): string => `
  with old as (
    delete from settled_bet b
    where b.settled_at < ${start}::timestamptz
      and not exists (select from superseded_bet s where s.bet_id = b.bet_id)
    returning bet_id
  )
  delete from settled_leg l using old where l.bet_id = old.bet_id`

export const FORGET = forgetBefore('$1')

/** Takes settlements back. `rows`: a query of bet_id, is_open, and settled_at if the bet was settled again since. */
export const takeBack = (rows: string): string => `
  with taken_back (bet_id, is_open, settled_at) as (
    ${rows}
  ), legs as (
    delete from settled_leg l using taken_back t where l.bet_id = t.bet_id
  ), queued as (
    delete from superseded_bet s using taken_back t where s.bet_id = t.bet_id
  ), opened as (
    insert into open_leg (fixture_id, bet_id, leg, account_id)
    select f.fixture_id, b.bet_id, f.leg - 1, b.account_id
    from taken_back t join settled_bet b using (bet_id)
      cross join lateral unnest(string_to_array(b.fixtures, ' ')) with ordinality as f (fixture_id, leg)
    where t.is_open
    returning fixture_id
  ), counted as (
    update fixture_bets f set open_legs = f.open_legs + n.legs
    from (select fixture_id, count(*) as legs from opened group by 1) n where f.fixture_id = n.fixture_id
  ), anew as (
    update settled_bet b set settled_at = t.settled_at
    from taken_back t where b.bet_id = t.bet_id and t.settled_at is not null
  ), gone as (
    delete from settled_bet b using taken_back t where b.bet_id = t.bet_id and t.is_open
  )
  update settlement set open_legs = open_legs + (select count(*) from opened)`

/** Takes settlements back, and opens bets again; the legs of new settlements are inserted afterwards. */
export const RESETTLE = takeBack('select * from unnest($1::text[], $2::boolean[], $3::timestamptz[])')
