-- The end of a request is an event. What was written with it is committed to there, with a salt of its own.
alter table app.request
  add note_salt bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  -- the commitment to the answer, whose text is in app.reason_text; column answer has those of before
  add reason text,
  -- set before the event is written: from then on the ledger may have the end though the row does not
  add ending_since timestamptz,
  -- ended before the ledger was told
  add unrecorded boolean not null default false;
update app.request set unrecorded = true where state <> 'open';
create index request_ending on app.request (ending_since) where state = 'open' and ending_since is not null;
