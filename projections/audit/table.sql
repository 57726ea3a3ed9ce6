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
-- what no query filters by needs no statistics
alter table audit
  alter position set statistics 0,
  alter at set statistics 0,
  alter recorded_at set statistics 0,
  alter actor_id set statistics 0,
  alter actor_role set statistics 0,
  alter session set statistics 0,
  alter command_id set statistics 0,
  alter correlation set statistics 0,
  alter causation set statistics 0,
  alter reason_code set statistics 0,
  alter hash set statistics 0;
