-- Passwords that change, and those that must be changed; an end for every session.

-- a password that nobody chose: until it is changed, its sessions may do nothing else
alter table app.identity add column must_change_password boolean not null default false;

-- New passwords on their way: written before the event that names them, gone when the row in app.identity has them.
create table app.password_change (
  -- as PasswordChanged names it
  commitment text primary key,
  account_id text not null references app.identity (account_id) on delete cascade,
  password_hash text not null,
  password_salt bytea not null,
  -- the command, so that whoever finds a change that was cut off can finish it
  command_id text not null unique,
  command jsonb not null,
  asked_at timestamptz not null default now()
);
create index password_change_by_account on app.password_change (account_id);
create index password_change_by_age on app.password_change (asked_at);

-- 90 days after it began, whatever happens
update app.session set expires_at = least(expires_at, created_at + interval '90 days');
