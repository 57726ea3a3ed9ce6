-- What became of the checkpoints that were sent to each witness.
create table app.log_witness (
  name text primary key,
  -- the largest checkpoint that it cosigned
  size bigint,
  -- what is in the way since when; null where nothing is
  fault text check (fault in ('forked', 'refused', 'silent')),
  says text,
  since timestamptz
);

-- checkpoints that somebody cosigned: a second signature stands below the log's own
create index log_checkpoint_cosigned on app.log_checkpoint (size) where note like E'%\n\n— %\n— %';
