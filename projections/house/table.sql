-- The house's own accounts: one row.
create table house (
  one boolean primary key check (one),
  treasury_cents bigint not null,
  grants_cents bigint not null,
  -- over settled bets: stakes - returns
  profit_cents bigint not null,
  settled_bets bigint not null,
  open_bets bigint not null,
  open_stakes_cents bigint not null,
  transit_cents bigint not null
);
