-- Sessions that a block ended, for thirty days: whoever comes with the token of one is told that the account is blocked,
-- instead of being asked to sign in again. The hash opens nothing.
create table app.blocked_session (
  token_hash bytea primary key,
  account_id text not null references app.identity (account_id) on delete cascade,
  ended_at timestamptz not null default now()
);
create index on app.blocked_session (account_id);
