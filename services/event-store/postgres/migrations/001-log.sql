-- The Postgres log. `log` belongs to a role without login; the services' role reads it and calls log.append, no more.
-- Runs as the owner of the log.

create table log.events (
  -- the place in the global order: handed out under one lock, held until the commit, so that a reader who has seen
  -- position p will never be shown a smaller one
  position bigint primary key,
  stream text collate "C" not null,
  version integer not null,
  type text not null,
  -- SHA-256 of body; the event's id is made of its first 128 bits
  hash bytea not null check (octet_length(hash) = 32),
  -- canonical JSON, as hashed: text, never jsonb
  body text not null,
  stored_at timestamptz not null default clock_timestamp(),
  constraint events_stream_version unique (stream, version)
);
-- bodies are read whole and often: kept in the row where they fit a page, and not compressed
alter table log.events alter column body set storage external;
alter table log.events set (toast_tuple_target = 8160);

-- Appends many chunks in one transaction of its own. A chunk is a run of events of one stream, and is written if the
-- stream's head is the expected one (version -1 and hash '' for a stream that does not exist). Answers, in order of the
-- chunks, the position of the first event of each, or null where the head was another: that chunk is left out alone.
-- A stream may occur in one chunk of a call only. Lists of text are joined by line feeds, which canonical JSON,
-- hashes, names of types and streams never contain.
create function log.append(
  streams text,
  expected_versions integer[],
  expected_hashes text,
  -- for each event the number of its chunk, from 1
  chunks integer[],
  types text,
  hashes text,
  bodies text
) returns bigint[]
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- the plans are known: heads by index, lists by hash join; an empty table's statistics would mislead the planner
set enable_seqscan = off
set enable_nestloop = off
as $$
declare
  head bigint;
  answer bigint[];
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'log.append needs read committed: an older snapshot does not see the head';
  end if;
  -- a statement's snapshot is older than the lock it waits for, so everything is read in the statements after it
  perform pg_advisory_xact_lock(hashtextextended('fairbook.log.append', 0));
  select max(position) into head from log.events;

  -- nearly always: one event in each chunk, and every head as expected. Then nothing has to be joined or counted.
  if cardinality(chunks) = cardinality(expected_versions) and not exists (
    select
    from unnest(
      string_to_array(streams, E'\n'), expected_versions, string_to_array(expected_hashes, E'\n')
    ) as c (stream, version, hash)
    left join lateral (
      select e.version, e.hash from log.events e where e.stream = c.stream order by e.version desc limit 1
    ) as last on true
    where coalesce(last.version, -1) <> c.version or coalesce(last.hash, '') <> decode(coalesce(c.hash, ''), 'hex')
  ) then
    insert into log.events (position, stream, version, type, hash, body)
    select coalesce(head, 0) + e.number, e.stream, e.version + 1, e.type, decode(e.hash, 'hex'), e.body
    from unnest(
      string_to_array(streams, E'\n'), expected_versions, string_to_array(types, E'\n'),
      string_to_array(hashes, E'\n'), string_to_array(bodies, E'\n')
    ) with ordinality as e (stream, version, type, hash, body, number);
    return array(select coalesce(head, 0) + number from generate_series(1, cardinality(chunks)) as number);
  end if;

  with chunk as materialized (
    select c.number, c.stream, c.version
    from unnest(
      string_to_array(streams, E'\n'), expected_versions, string_to_array(expected_hashes, E'\n')
    ) with ordinality as c (stream, version, hash, number)
    left join lateral (
      select e.version, e.hash from log.events e where e.stream = c.stream order by e.version desc limit 1
    ) as last on true
    where coalesce(last.version, -1) = c.version and coalesce(last.hash, '') = decode(coalesce(c.hash, ''), 'hex')
  ),
  added as (
    insert into log.events (position, stream, version, type, hash, body)
    select
      coalesce(head, 0) + row_number() over (order by e.number),
      chunk.stream,
      chunk.version + row_number() over (partition by chunk.number order by e.number),
      e.type,
      decode(e.hash, 'hex'),
      e.body
    from unnest(
      chunks, string_to_array(types, E'\n'), string_to_array(hashes, E'\n'), string_to_array(bodies, E'\n')
    ) with ordinality as e (chunk, type, hash, body, number)
    join chunk on chunk.number = e.chunk
    returning stream, version, position
  )
  select array_agg(added.position order by c.number) into answer
  from generate_series(1, array_length(expected_versions, 1)) as c (number)
  left join chunk on chunk.number = c.number
  left join added on added.stream = chunk.stream and added.version = chunk.version + 1;

  return answer;
end
$$;
