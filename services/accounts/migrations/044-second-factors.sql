-- Second factors and their recovery codes. Which one is in force says the ledger, by commitment; rows of others mean nothing.

-- What seals the secrets and the challenges of a sign-in: AES-256.
insert into app.secret
values ('second-factor', decode(replace(concat(gen_random_uuid(), gen_random_uuid()), '-', ''), 'hex'));

create table app.authenticator (
  -- as SecondFactorEnabled names it: SHA-256 of salt and the sealed secret
  commitment text primary key,
  account_id text not null references app.identity (account_id) on delete cascade,
  secret bytea not null,
  salt bytea not null,
  -- the time step of the last code that was accepted: codes up to it are spent
  last_step bigint not null default 0,
  made_at timestamptz not null default now()
);
create index authenticator_by_account on app.authenticator (account_id);

create table app.recovery_code_set (
  -- SHA-256 of salt and the hashes of its codes
  commitment text primary key,
  account_id text not null references app.identity (account_id) on delete cascade,
  salt bytea not null,
  made_at timestamptz not null default now()
);
create index recovery_code_set_by_account on app.recovery_code_set (account_id);

create table app.recovery_code (
  commitment text not null references app.recovery_code_set (commitment) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (commitment, code_hash)
);

-- begun with a code, or the one in which the factor was set up
alter table app.session add column second_factor boolean not null default false;
