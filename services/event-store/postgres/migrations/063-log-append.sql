-- log.append with arrays as they are. It takes the place of the function of 001-log.sql, and takes its arguments, too: an api of the
-- version before goes on appending while processes are exchanged one by one.
-- Runs as the owner of the log.

-- Appends many chunks in one transaction of its own. A chunk is a run of events of one stream, and is written if the
-- stream's head is the expected one (version -1 and hash '' for a stream that does not exist). Answers, in order of the
-- chunks, the position of the first event of each, or null where the head was another: that chunk is left out alone.
-- A stream may occur in one chunk of a call only.
create function log.append(
  -- as the version before passes them: lists of text joined by line feeds, hashes in hexadecimal digits
  streams text default null,
  expected_versions integer[] default null,
  expected_hashes text default null,
  -- for each event the number of its chunk, from 1
  chunks integer[] default null,
  types text default null,
  hashes text default null,
  bodies text default null,
  stream_list text[] default null,
  expected_hash_list bytea[] default null,
  type_list text[] default null,
  hash_list bytea[] default null,
  body_list text[] default null
) returns bigint[]
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- the plans are known: heads by index, lists by hash join; an empty table's statistics would mislead the planner
set enable_seqscan = off
set enable_nestloop = off
as $$
declare
  head bigint;
  last_version integer;
  last_hash bytea;
  answer bigint[];
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'log.append needs read committed: an older snapshot does not see the head';
  end if;
  if streams is not null then
    stream_list := string_to_array(streams, E'\n');
    expected_hash_list := array(
      select decode(hash, 'hex') from unnest(string_to_array(expected_hashes, E'\n')) with ordinality as e (hash, number)
      order by number
    );
    type_list := string_to_array(types, E'\n');
    hash_list := array(
      select decode(hash, 'hex') from unnest(string_to_array(hashes, E'\n')) with ordinality as e (hash, number)
      order by number
    );
    body_list := string_to_array(bodies, E'\n');
  end if;

  -- a statement's snapshot is older than the lock it waits for, so everything is read in the statements after it
  perform pg_advisory_xact_lock(hashtextextended('fairbook.log.append', 0));
  select max(position) into head from log.events;

  -- one event by itself: looked up and written by its values
  if cardinality(chunks) = 1 then
    select e.version, e.hash into last_version, last_hash
    from log.events e where e.stream = stream_list[1] order by e.version desc limit 1;
    if coalesce(last_version, -1) <> expected_versions[1]
      or coalesce(last_hash, '') <> coalesce(expected_hash_list[1], '') then
      return array[null::bigint];
    end if;
    insert into log.events (position, stream, version, type, hash, body)
    values (
      coalesce(head, 0) + 1, stream_list[1], expected_versions[1] + 1, type_list[1], hash_list[1], body_list[1]
    );
    return array[coalesce(head, 0) + 1];
  end if;

  -- nearly always: one event in each chunk, and every head as expected. Then nothing has to be joined or counted.
  if cardinality(chunks) = cardinality(expected_versions) and not exists (
    select
    from unnest(stream_list, expected_versions, expected_hash_list) as c (stream, version, hash)
    left join lateral (
      select e.version, e.hash from log.events e where e.stream = c.stream order by e.version desc limit 1
    ) as last on true
    where coalesce(last.version, -1) <> c.version or coalesce(last.hash, '') <> coalesce(c.hash, '')
  ) then
    insert into log.events (position, stream, version, type, hash, body)
    select coalesce(head, 0) + e.number, e.stream, e.version + 1, e.type, e.hash, e.body
    from unnest(stream_list, expected_versions, type_list, hash_list, body_list)
      with ordinality as e (stream, version, type, hash, body, number);
    return array(select coalesce(head, 0) + number from generate_series(1, cardinality(chunks)) as number);
  end if;

  with chunk as materialized (
    select c.number, c.stream, c.version
    from unnest(stream_list, expected_versions, expected_hash_list) with ordinality as c (stream, version, hash, number)
    left join lateral (
      select e.version, e.hash from log.events e where e.stream = c.stream order by e.version desc limit 1
    ) as last on true
    where coalesce(last.version, -1) = c.version and coalesce(last.hash, '') = coalesce(c.hash, '')
  ),
  added as (
    insert into log.events (position, stream, version, type, hash, body)
    select
      coalesce(head, 0) + row_number() over (order by e.number),
      chunk.stream,
      chunk.version + row_number() over (partition by chunk.number order by e.number),
      e.type,
      e.hash,
      e.body
    from unnest(chunks, type_list, hash_list, body_list) with ordinality as e (chunk, type, hash, body, number)
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

-- whoever might append before may append now, and nobody else for a moment
do $$
declare
  earlier regprocedure := 'log.append(text, integer[], text, integer[], text, text, text)';
  present text := 'log.append(text, integer[], text, integer[], text, text, text, text[], bytea[], text[], bytea[], text[])';
  may name;
begin
  if (select proacl from pg_proc where oid = earlier) is null then
    return;
  end if;
  execute format('revoke execute on function %s from public', present);
  for may in
    select pg_get_userbyid(a.grantee) from pg_proc p, aclexplode(p.proacl) a
    where p.oid = earlier and a.grantee not in (0, p.proowner)
  loop
    execute format('grant execute on function %s to %I', present, may);
  end loop;
end
$$;

drop function log.append(text, integer[], text, integer[], text, text, text);
