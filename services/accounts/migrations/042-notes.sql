-- What the desk notes about a bettor, behind its commitment: stored before the event that names it, gone with the account.
create table app.note_text (
  commitment text primary key,
  account_id text not null references app.identity (account_id) on delete cascade,
  salt bytea not null,
  text text not null,
  -- a repeated command finds what it stored
  command_id text not null unique
);
create index note_text_by_account on app.note_text (account_id);
