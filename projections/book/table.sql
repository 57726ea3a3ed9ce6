-- What the house made and what it may have to pay, as sums that the fold keeps, so that nothing has to count bets.

-- what every bet was struck on: needed when one of its games is decided, and when it ends or is opened again
create table book_bet (
  bet_id text primary key,
  stake_cents bigint not null,
  -- what it pays if all its legs win
  return_cents bigint not null,
  -- the league of all its legs, or 'several'
  league text not null,
  -- a single's market key; otherwise 'parlay'
  market text not null,
  -- for each leg: [fixture, market, point ('' without one), selection]
  legs json not null,
  placed_at timestamptz not null,
  -- for each leg: [odds, league, whether a draw was offered]
  prices json not null
);
alter table book_bet
  alter legs set statistics 0,
  alter prices set statistics 0,
  alter league set statistics 0,
  alter market set statistics 0;

-- the legs of open bets: a decision on a game changes what these can still return
create table book_leg (
  fixture_id text not null,
  bet_id text not null,
  leg smallint not null,
  primary key (fixture_id, bet_id, leg)
);

-- everything that decided a game, in the order of its stream
create table book_decision (
  fixture_id text not null,
  -- version of the event on the fixture's stream
  version integer not null,
  type text not null,
  -- the event's data
  data json not null,
  primary key (fixture_id, version)
);

-- one row for each business day (Europe/Paris), league and market on which a bet was placed or settled
create table house_day (
  -- '2026-11-23'
  day text not null,
  league text not null,
  market text not null,
  -- bets placed on that day, and their stakes
  placed bigint not null,
  staked_cents bigint not null,
  -- bets settled or voided on that day, less those whose settlement was taken back on it; profit is stakes - returns
  settled bigint not null,
  stakes_cents bigint not null,
  returns_cents bigint not null,
  primary key (day, league, market)
);

-- what open bets pay on each outcome; no row if none is open
create table liability (
  fixture_id text not null,
  market text not null,
  -- the line, seen from the selection; '' without one
  point text not null,
  selection text not null,
  -- open single bets on it, and what they were struck to pay
  singles bigint not null,
  stakes_cents bigint not null,
  returns_cents bigint not null,
  -- open parlays with a leg on it, and what they were struck to pay if all their legs win
  parlays bigint not null,
  parlay_returns_cents bigint not null,
  -- both together
  exposure_cents bigint not null,
  -- given what is decided of their games: the most that these singles, these parlays, and both together can still return
  most_singles_cents bigint not null,
  most_parlays_cents bigint not null,
  most_cents bigint not null,
  primary key (fixture_id, market, point, selection)
);
-- the worst first, for alerts; other orders are sorted when they are read: there are only some thousands of outcomes with
-- open bets, and every bet changes their rows
create index liability_by_most on liability (most_cents desc, fixture_id, market, point, selection);
create index liability_gone on liability (fixture_id) where singles = 0 and parlays = 0;
