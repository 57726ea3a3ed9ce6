-- One row per bet, open and settled.
create table bet (
  bet_id text primary key,
  account_id text not null,
  status text not null check (status in ('pending', 'won', 'lost', 'refunded')),
  stake_cents bigint not null,
  odds text not null,
  -- as struck at placement
  struck_return_cents bigint not null,
  -- what was paid, once settled
  return_cents bigint,
  placed_at timestamptz not null,
  settled_at timestamptz,
  -- the legs of BetPlaced as they are in the event
  legs json not null,
  -- the graded legs of BetSettled; null while open or voided by hand
  graded json,
  placed_event text not null,
  settled_event text,
  -- ledger number of BetPlaced: the order of open bets
  number bigint not null,
  -- the sports of its legs (prefixes of the provider's keys), sorted and separated by spaces
  sports text not null,
  -- a single's market key; otherwise 'parlay'
  market text not null,
  -- each game, league and sport of its legs, sorted and separated by spaces
  topics text not null,
  -- ledger number of the event that settled it: the order of settled bets
  settled_number bigint,
  -- the settlement in force replaced an earlier one
  resettled boolean not null
);
-- every ending that a bet ever had: settled, voided by hand, settled again
create table bet_ending (
  -- ledger number of the event
  number bigint primary key,
  bet_id text not null,
  -- pending: a settlement was taken back, and the bet is open again
  status text not null,
  return_cents bigint,
  -- version of the settlement rules; null if a person decided
  rule integer,
  graded json
);
create index bet_ending_by_bet on bet_ending (bet_id, number);
-- columns that no query filters by need no statistics
alter table bet
  alter legs set statistics 0,
  alter graded set statistics 0,
  alter placed_event set statistics 0,
  alter settled_event set statistics 0,
  alter sports set statistics 0,
  alter market set statistics 0;
alter table bet_ending
  alter graded set statistics 0;
-- pages of an account's open or settled bets, however many it has of the other kind
create index open_bet_by_account on bet (account_id, number desc) where status = 'pending';
create index settled_bet_by_account on bet (account_id, settled_number desc)
  -- what bets are filtered and summed by, which otherwise would have to be read from all over the table
  include (status, settled_at, sports, market, stake_cents, return_cents, number) where status <> 'pending';
create index bet_by_number on bet (number desc);
-- everybody's bets, as the back office lists them: the rare statuses, and the largest stakes
create index open_bet_by_number on bet (number desc) where status = 'pending';
create index refunded_bet_by_number on bet (number desc) where status = 'refunded';
create index bet_by_stake on bet (stake_cents desc, number desc) include (status);
create index bet_by_topic on bet using gin (string_to_array(topics, ' '));
-- open bets with big stakes, for alerts
create index open_bet_by_stake on bet (stake_cents desc, number desc) where status = 'pending';
