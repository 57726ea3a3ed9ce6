-- The transparency log: a Merkle tree over all events in their global order, as the tiles of c2sp.org/tlog-tiles.
create table app.log_tile (
  level smallint not null,
  index bigint not null,
  -- up to 256 hashes of 32 bytes, one after the other: the last of a level grows, the others stay as they are
  hashes bytea not null check (octet_length(hashes) between 32 and 8192 and octet_length(hashes) % 32 = 0),
  -- at level 0: where in the store the event before its first is; null for the very first
  follows text,
  primary key (level, index)
);
-- hashes do not compress
alter table app.log_tile alter column hashes set storage external;

-- Signed checkpoints: the newest, and the last of every hour before.
create table app.log_checkpoint (
  size bigint primary key,
  note text not null,
  signed_at timestamptz not null default clock_timestamp()
);

-- How far the tree has come: the last event in it, as the read models' checkpoints have theirs.
create table app.log_tree (
  single boolean primary key default true check (single),
  log_id text not null,
  size bigint not null,
  position text,
  hash text,
  event text
);

-- The keys that sign, as verifier keys of c2sp.org/signed-note: from which number of events on.
create table app.log_key (
  verifier_key text primary key,
  since bigint not null,
  known_at timestamptz not null default clock_timestamp()
);
