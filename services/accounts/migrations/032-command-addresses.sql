-- Where the commands in the ledger came from. A session's address stays readable after the session has ended, with what proves it
-- against the session's commitment; a command that came from another address than its session's has that one beside it.
-- All of it is personal: it goes with the account, and half a year after the session began or the command was sent.
create table app.session_address (
  commitment text primary key,
  account_id text not null references app.identity (account_id) on delete cascade,
  ip text not null,
  user_agent text not null,
  salt bytea not null,
  since timestamptz not null default now()
);
create index session_address_by_age on app.session_address (since);
create index session_address_by_account on app.session_address (account_id);
insert into app.session_address
select commitment, account_id, ip, user_agent, salt, created_at from app.session
on conflict do nothing;

create table app.command_address (
  -- as the events of the command have it
  correlation text primary key,
  account_id text not null references app.identity (account_id) on delete cascade,
  ip text not null,
  since timestamptz not null default now()
);
create index command_address_by_age on app.command_address (since);
create index command_address_by_account on app.command_address (account_id);
