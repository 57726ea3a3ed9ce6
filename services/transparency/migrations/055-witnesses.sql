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
