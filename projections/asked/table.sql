-- One row per decision that waits for a second admin; gone when it is approved or declined.
create table asked_settlement (
  -- id of the command that asked
  request_id text primary key,
  -- stream of the fixture, or of the account whose bet it is about
  stream text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  moves_cents bigint not null,
  -- the event's data
  data json not null,
  asked_event text not null
);
create index asked_settlement_by_time on asked_settlement (asked_at, request_id);
