-- One row per account: standing and balances.
create table account (
  account_id text primary key,
  role text not null,
  opened_by text not null,
  opened_at timestamptz not null,
  blocked boolean not null,
  closed boolean not null,
  -- the bettor asked to close the account
  closing boolean not null,
  wallet_cents bigint not null,
  float_cents bigint not null,
  owed_cents bigint not null,
  -- version of the account's stream that this row has seen
  version integer not null
);
-- the few admins and auditors
create index account_of_admins on account (opened_at, account_id) where role <> 'user';
-- the back office's list of users; a bet changes the balance, which adds an entry to each of these indexes
create index bettor_by_age on account (opened_at, account_id) where role = 'user' and not closed;
create index bettor_by_balance on account (wallet_cents, account_id) where role = 'user' and not closed;
create index bettor_by_creator on account (opened_by, account_id) where role = 'user' and not closed;
-- the few that are blocked, closing or in debt
create index bettor_apart on account (account_id)
  where role = 'user' and not closed and (blocked or closing or owed_cents < 0);
-- closed accounts
create index bettor_gone on account (account_id) where role = 'user' and closed;
