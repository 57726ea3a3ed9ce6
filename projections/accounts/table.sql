-- One row per account: standing and balances.
create table account (
  account_id text primary key,
  role text not null,
  opened_by text not null,
  opened_at timestamptz not null,
  blocked boolean not null,
  closed boolean not null,
  -- the bettor wishes for the end of the account
  closing boolean not null,
  wallet_cents bigint not null,
  float_cents bigint not null,
  owed_cents bigint not null,
  -- version of the account's stream that this row has seen
  version integer not null
);
-- the few who are admins
create index account_of_admins on account (opened_at, account_id) where role <> 'user';
-- the back office's list of users; a bet changes the balance, and so is in each of these again
create index bettor_by_age on account (opened_at, account_id) where role = 'user' and not closed;
create index bettor_by_balance on account (wallet_cents, account_id) where role = 'user' and not closed;
create index bettor_by_creator on account (opened_by, account_id) where role = 'user' and not closed;
-- the few that are blocked, wish to be closed or owe something
create index bettor_apart on account (account_id)
  where role = 'user' and not closed and (blocked or closing or owed_cents < 0);
-- those whose accounts came to their end
create index bettor_gone on account (account_id) where role = 'user' and closed;
