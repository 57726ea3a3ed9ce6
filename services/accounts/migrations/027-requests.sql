-- What people ask of the admins. Texts are personal: they are in no event, and go with the account.
create table app.request (
  id text primary key,
  account_id text not null references app.identity (account_id) on delete cascade,
  -- the command that filed it; a repeated one finds it
  command_id text not null unique,
  kind text not null check (kind in ('deposit', 'pay-out', 'password', 'closing')),
  amount_cents bigint check ((amount_cents is not null) = (kind in ('deposit', 'pay-out'))),
  note text not null,
  state text not null default 'open' check (state in ('open', 'done', 'declined', 'withdrawn')),
  answer text not null default '',
  -- the admin's account; null where the bettor took it back
  decided_by text,
  requested_at timestamptz not null,
  decided_at timestamptz
);
create index request_by_account on app.request (account_id, requested_at desc);
create index request_open on app.request (requested_at) where state = 'open';
create index request_decided on app.request (decided_at desc) where state <> 'open';
