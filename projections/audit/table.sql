-- One row per event: who did what, when, on whose behalf.
create table audit (
  number bigint primary key,
  position text not null,
  stream text not null,
  version integer not null,
  type text not null,
  at timestamptz not null,
  recorded_at timestamptz not null,
  actor_id text not null,
  actor_role text not null,
  session text,
  command_id text not null,
  correlation text not null,
  causation text,
  reason_code text,
  hash text not null
);
-- a wait token names an event by position and hash
create unique index audit_by_position on audit (position);
create index audit_by_stream on audit (stream, version);
