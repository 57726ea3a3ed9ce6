-- What long streams had come to, so that they are not folded from their beginning each time. Any row may be deleted at any time.
create table app.snapshot (
  stream text primary key,
  log_id text not null,
  -- of the code that folded: other code starts from the events
  fold text not null,
  -- the last event that is in it
  version bigint not null,
  hash text not null,
  state bytea not null,
  taken_at timestamptz not null default now()
);
-- states are packed already where that pays, and are written and read whole
alter table app.snapshot alter column state set storage external;
