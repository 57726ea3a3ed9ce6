-- Persons and secrets. Never in the ledger, never touched by a rebuild, emptied row by row by an erasure.

create table app.identity (
  account_id text primary key,
  username text not null,
  -- NFKC, case-folded; who claims it first has it
  username_normal text not null unique,
  username_salt bytea not null,
  -- argon2id in PHC form
  password_hash text not null,
  password_salt bytea not null,
  email text,
  -- pending: claimed, not yet opened in the ledger
  status text not null check (status in ('pending', 'active')),
  -- what an interrupted birth needs to be finished or released: role, openedBy, command, transfer
  birth jsonb not null,
  claimed_at timestamptz not null default now()
);
-- one account per command: a repeated request finds the account that it opened
create unique index identity_by_command on app.identity ((birth ->> 'command'));
create index identity_pending on app.identity (claimed_at) where status = 'pending';

create table app.session (
  token_hash bytea primary key,
  account_id text not null references app.identity (account_id) on delete cascade,
  ip text not null,
  user_agent text not null,
  salt bytea not null,
  -- SHA-256 of salt and {ip, userAgent}: the session as the ledger names it
  commitment text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_by_account on app.session (account_id);

-- the text of a reason given with a command, behind its commitment
create table app.reason_text (
  commitment text primary key,
  salt bytea not null,
  text text not null
);
