-- How often each fixture was bet on, counted as bets are placed.
create table fixture_popularity (
  fixture_id text primary key,
  bets bigint not null
);
