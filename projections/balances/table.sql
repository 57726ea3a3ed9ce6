-- The total of all accounts of a kind after each event that moved money: balances as of any moment. Those of single
-- accounts are in their statements.
create table balance_total (
  -- ledger number of the event
  number bigint primary key,
  treasury_cents bigint not null,
  floats_cents bigint not null,
  wallets_cents bigint not null,
  owed_cents bigint not null,
  transit_cents bigint not null,
  stakes_cents bigint not null,
  profit_cents bigint not null,
  grants_cents bigint not null,
  goodwill_cents bigint not null
);
