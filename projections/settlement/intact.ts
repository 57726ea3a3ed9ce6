// Whether settlement has all its rows: bets whose rows were deleted would otherwise never be settled, and nobody would
// be told.

/** One row with `intact`. A count over an index: some 100 ms with a million open legs. */
export const INTACT = `
  select coalesce((
    select open_legs = (select count(*) from open_leg)
      and open_legs = (select coalesce(sum(open_legs), 0) from fixture_bets)
      and decided_fixtures = (select count(*) from decided_fixture)
    from settlement), false) as intact`
