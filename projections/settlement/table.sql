-- What settling needs; screens show only the counts of open legs. Table settlement is always one row with how many rows
-- the others must have: if some were deleted this is noticed, and the model is rebuilt.
create table settlement (
  one boolean primary key check (one),
  open_legs bigint not null,
  decided_fixtures bigint not null
);
insert into settlement values (true, 0, 0);

-- the legs of open bets, by fixture, as the settler needs them, and by account, so that it reads each stream once
create table open_leg (
  fixture_id text not null,
  bet_id text not null,
  leg smallint not null,
  account_id text not null,
  primary key (fixture_id, account_id, bet_id, leg)
);
create index open_leg_by_bet on open_leg (bet_id);

-- every fixture that was ever bet on, and how many of the legs are open
create table fixture_bets (
  fixture_id text primary key,
  open_legs bigint not null
);

-- the event in force that decided each fixture, by its version on the fixture's stream
create table decided_fixture (
  fixture_id text primary key,
  result integer not null
);

-- bets settled within the resettlement window, and superseded ones for ever
create table settled_bet (
  bet_id text primary key,
  account_id text not null,
  settled_at timestamptz not null,
  -- fixtures of all its legs, counted or not, in their order and separated by spaces
  fixtures text not null
);
create index settled_bet_by_time on settled_bet (settled_at);

-- their legs that counted, so that a correction finds them
create table settled_leg (
  fixture_id text not null,
  bet_id text not null,
  result integer not null,
  primary key (fixture_id, bet_id)
);
create index settled_leg_by_bet on settled_leg (bet_id);

-- settled legs that named a result older than the one in force, whichever came first in the log; they wait for resettlement
create table superseded_bet (
  bet_id text not null,
  fixture_id text not null,
  -- the result version that the settlement named, and the one in force
  settled_result integer not null,
  current_result integer not null,
  primary key (bet_id, fixture_id)
);
create index superseded_bet_by_fixture on superseded_bet (fixture_id, bet_id);
