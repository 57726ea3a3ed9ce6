-- What all accounts of a kind hold together after each event that moved money: balances as of any moment. One account's own are
-- in its statement.
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
