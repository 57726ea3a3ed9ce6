-- Email addresses, which the ledger only has commitments to.

-- of an address from before, which no event names, nothing is known
update app.identity set email = null where email is not null;
alter table app.identity
  add column email_salt bytea,
  add constraint email_with_salt check ((email is null) = (email_salt is null));

-- Changes on their way: written before the event that names them, gone when the row in app.identity has the address.
create table app.email_change (
  -- the command, so that whoever finds a change that was cut off can finish it
  command_id text primary key,
  account_id text not null references app.identity (account_id) on delete cascade,
  -- all three null where the address is removed; the commitment as EmailChanged names it
  email text,
  email_salt bytea,
  commitment text,
  command jsonb not null,
  requested_at timestamptz not null default now()
);
create index email_change_by_account on app.email_change (account_id);
create index email_change_by_age on app.email_change (requested_at);
