-- How many messages are named. If evidence has a different number of rows, some were deleted, and nothing is pruned.
create table evidence_count (
  one boolean primary key check (one),
  messages bigint not null
);
insert into evidence_count values (true, 0);

-- The provider's messages that the ledger names, so that none of them is pruned. A message about a fixture that nobody
-- bet on need not be kept.
create table evidence (
  fixture_id text not null,
  -- SHA-256 of the provider's message
  message text not null,
  -- quote: a bet was struck at a price in it; score: a result was read from it
  kind text not null check (kind in ('quote', 'score')),
  -- business time of the first event that named it
  named_at timestamptz not null,
  primary key (fixture_id, message)
);
-- the newest business time in the model
create index evidence_by_time on evidence (named_at desc);
