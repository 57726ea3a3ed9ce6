-- What went wrong in the hours that the ledger does not have yet, by account (docs/decisions/0064).
create table app.failed_sign_in (
  account_id text not null references app.identity (account_id) on delete cascade,
  -- its beginning, by this clock
  hour timestamptz not null,
  passwords integer not null,
  codes integer not null,
  -- attempts that were told to wait, and not looked at
  refused integer not null,
  -- pseudonyms of the networks that they came from, as far as they are counted
  networks bytea[] not null,
  primary key (account_id, hour)
);
create index failed_sign_in_hour on app.failed_sign_in (hour);
