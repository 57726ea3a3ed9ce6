-- One row per account that ever placed a bet: what the profile shows. A refunded bet no longer counts.
create table user_statistics (
  account_id text primary key,
  total_bets bigint not null,
  total_stake_cents bigint not null,
  -- paid back on won bets
  total_winnings_cents bigint not null,
  -- over settled bets: returns - stakes
  profit_cents bigint not null,
  -- open bets, included in total_bets
  open_bets bigint not null
);
