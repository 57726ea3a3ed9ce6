-- One row per note of the desk about a bettor. What it says is personal, and in identity's tables.
create table note (
  -- to its text
  commitment text primary key,
  account_id text not null,
  -- ledger number of the event: the order of notes
  number bigint not null,
  admin_id text not null,
  at timestamptz not null
);
create index note_by_account on note (account_id, number desc);
