-- A sign-in is an event on the account's stream of sessions, and so is an end that its owner asked for.
alter table app.session_address
  -- until the ledger has the sign-in; null as well for those from before sign-ins were events, and for sign-ups, which
  -- AccountOpened names
  add recording_since timestamptz,
  -- as the event says it
  add second_factor boolean not null default false;
create index session_address_recording on app.session_address (recording_since) where recording_since is not null;

-- Its owner asked for the end: it opens nothing any more, and goes once the ledger has the end.
alter table app.session add ending_since timestamptz;
create index session_ending on app.session (ending_since) where ending_since is not null;
