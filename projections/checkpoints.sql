-- How far each read model has got. Rows and checkpoint commit together.
create table projection_checkpoint (
  projection text primary key,
  log_id text not null,
  -- opaque; null before the first event
  position text,
  hash text,
  -- the last event folded, as '<stream>@<version>'
  event text,
  -- ledger number of the last event folded, -1 before the first
  number bigint not null default -1,
  -- SHA-256 of the read model's definition: rows made by another definition are rebuilt
  definition text not null,
  -- why the fold stopped at an event; null while it folds
  failed text
);
