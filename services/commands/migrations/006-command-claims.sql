-- Names of commands that may go to different streams. A stream remembers the commands that it took; a key used once more for
-- a command that goes elsewhere is noticed here.
create table app.command_claim (
  -- as in the events: half of SHA-256 over actor and idempotency key
  command text primary key,
  -- of what was asked for, without anything personal or secret
  hash text not null,
  -- attempts at it that were not refused: accepted, under way, or of unknown outcome. At 0 the name is free.
  holders integer not null check (holders >= 0),
  claimed_at timestamptz not null default now()
);
create index command_claim_by_age on app.command_claim (claimed_at);
