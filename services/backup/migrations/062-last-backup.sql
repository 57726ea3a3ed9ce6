-- What became of the backups that were taken of this database, for its metrics: one row at most.
create table app.last_backup (
  one boolean primary key default true check (one),
  -- the moment that the last whole one has; null where there is none
  taken_at timestamptz,
  -- of all its files, as they lie there
  bytes bigint,
  -- why the last run left no backup; null where it did
  failure text,
  check ((taken_at is null) = (bytes is null)),
  check (taken_at is not null or failure is not null)
);
