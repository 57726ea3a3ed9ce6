-- The house's own accounts, and sums over all bets and bettors: always one row.
create table house (
  one boolean primary key check (one),
  -- balances of the ledger's accounts: below zero by what they have paid out
  treasury_cents bigint not null,
  grants_cents bigint not null,
  -- over settled bets: stakes - returns
  profit_cents bigint not null,
  -- bets no longer open: won, lost or refunded
  settled_bets bigint not null,
  open_bets bigint not null,
  open_stakes_cents bigint not null,
  transit_cents bigint not null,
  -- number of bettors whose accounts are not closed, and the sum of all wallets
  bettors bigint not null,
  wallets_cents bigint not null,
  -- paid to bettors because admins decided so; below zero, as grants
  goodwill_cents bigint not null
);
insert into house values (true, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
