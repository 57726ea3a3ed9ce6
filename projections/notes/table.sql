-- One row per note of the desk about a bettor. Its text is personal, and in the tables of identity.
create table note (
  -- commitment to its text
  commitment text primary key,
  account_id text not null,
  -- ledger number of the event: the order of notes
  number bigint not null,
  admin_id text not null,
  at timestamptz not null
);
create index note_by_account on note (account_id, number desc);
