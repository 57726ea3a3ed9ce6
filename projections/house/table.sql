-- The house's own accounts, and what all bets and bettors come to: always one row.
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
  -- accounts of bettors that are not closed, and what the wallets of all hold together
  bettors bigint not null,
  wallets_cents bigint not null,
  -- paid to bettors as admins decided, below zero like grants
  goodwill_cents bigint not null
);
insert into house values (true, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
