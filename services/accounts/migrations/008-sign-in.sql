-- What signing in under attack stands on: the addresses that an account has used, and how long others have to wait.

-- Keys that never leave the product. Of `pseudonyms`: what stands for names and addresses where they need not be readable.
create table app.secret (
  name text primary key,
  value bytea not null
);
insert into app.secret
values ('pseudonyms', decode(replace(concat(gen_random_uuid(), gen_random_uuid()), '-', ''), 'hex'));

-- Where an account has been signed in from. An address is personal: an HMAC of name and network stands for it, and it goes
-- with the account.
create table app.known_address (
  pair bytea primary key,
  account_id text not null references app.identity (account_id) on delete cascade,
  used_at timestamptz not null default now()
);
create index known_address_by_account on app.known_address (account_id);
create index known_address_by_age on app.known_address (used_at);

-- Wrong passwords: by name and network together (`pair`), by name, by network. Keys are HMACs; times are Unix time in ms.
-- A crash of Postgres may forgive them: nothing here is worth a write to the disk.
create unlogged table app.sign_in_throttle (
  key bytea primary key,
  -- when the last of its failures is forgiven: each failure moves it on by the same time
  clear_at bigint not null,
  not_before bigint not null default 0,
  -- of a pair: it has been told to come back at `not_before`
  invited boolean not null default false
);

create function app.sign_in_failures(clear_at bigint, now_ms bigint, rule jsonb) returns integer
language sql immutable
return greatest(0, ceil((coalesce(clear_at, 0) - now_ms) / (rule ->> 'forgivenEveryMs')::float8))::integer;

create function app.sign_in_wait(failures integer, rule jsonb) returns bigint
language sql immutable
return case
  when failures < (rule ->> 'free')::integer then 0
  else least((rule ->> 'longestMs')::float8, (rule ->> 'shortestMs')::float8
    * 2 ^ least(40, (failures - (rule ->> 'free')::integer) / (rule ->> 'doublesEvery')::integer))
end::bigint;

-- One attempt, counted as a failure before the password is looked at. `wait_ms`: until its password may be checked; where
-- that is longer than p_hold_ms it is not admitted, and counts for nothing. A pair that has to wait for the name's sake is
-- invited: it is admitted when its time has come, whatever strangers do meanwhile.
create function app.sign_in_begin(
  p_pair bytea, p_name bytea, p_network bytea, p_site bytea, p_limits jsonb, p_hold_ms bigint, p_now bigint,
  out wait_ms bigint, out admitted boolean, out known boolean, out failures integer
) language plpgsql as $$
declare
  now_ms bigint;
  rule jsonb;
  mine app.sign_in_throttle;
  its_failures integer;
  name_wait bigint := 0;
  network_wait bigint := 0;
  site_wait bigint := 0;
  mine_from bigint;
  network_from bigint := 0;
  site_from bigint := 0;
  start bigint;
begin
  known := exists (
    select from app.known_address a where a.pair = p_pair and a.used_at > now() - interval '180 days');
  -- in one order, so that nobody waits for each other; from a known address nobody waits for strangers at all
  perform pg_advisory_xact_lock(k.id) from (
    select distinct hashtextextended(encode(key, 'hex'), 0) as id
      from unnest(case when known then array[p_pair] else array[p_pair, p_name, p_network, p_site] end) as key
     where key is not null order by 1) as k;
  now_ms := coalesce(p_now, (extract(epoch from clock_timestamp()) * 1000)::bigint);
  rule := p_limits -> case when known then 'knownPair' else 'pair' end;

  select * into mine from app.sign_in_throttle t where t.key = p_pair;
  failures := app.sign_in_failures(mine.clear_at, now_ms, rule);
  mine_from := greatest(now_ms, coalesce(mine.not_before, 0));
  if not known then
    select app.sign_in_failures(t.clear_at, now_ms, p_limits -> 'name') into its_failures
      from app.sign_in_throttle t where t.key = p_name;
    name_wait := app.sign_in_wait(coalesce(its_failures, 0), p_limits -> 'name');
    select app.sign_in_failures(t.clear_at, now_ms, p_limits -> 'network'), t.not_before
      into its_failures, network_from from app.sign_in_throttle t where t.key = p_network;
    failures := failures + coalesce(its_failures, 0);
    network_wait := app.sign_in_wait(coalesce(its_failures, 0), p_limits -> 'network');
    if p_site is not null then
      select app.sign_in_failures(t.clear_at, now_ms, p_limits -> 'site'), t.not_before
        into its_failures, site_from from app.sign_in_throttle t where t.key = p_site;
      site_wait := app.sign_in_wait(coalesce(its_failures, 0), p_limits -> 'site');
    end if;
  end if;

  if name_wait > 0 and not (coalesce(mine.invited, false)
      and now_ms <= mine.not_before + (p_limits ->> 'invitedForMs')::bigint) then
    mine.invited := true;
    mine_from := greatest(mine_from, now_ms + name_wait);
  end if;
  start := greatest(mine_from, network_from, site_from);

  wait_ms := start - now_ms;
  admitted := wait_ms <= p_hold_ms;
  if not admitted then
    if mine.invited then
      insert into app.sign_in_throttle as t values (p_pair, 0, mine_from, true)
      on conflict (key) do update set not_before = excluded.not_before, invited = true;
    end if;
    return;
  end if;
  insert into app.sign_in_throttle as t
  values (p_pair, now_ms + (rule ->> 'forgivenEveryMs')::bigint, start, false)
  on conflict (key) do update
     set clear_at = greatest(now_ms, t.clear_at) + (rule ->> 'forgivenEveryMs')::bigint,
         not_before = start, invited = false;
  update app.sign_in_throttle t
     set not_before = start + app.sign_in_wait(app.sign_in_failures(t.clear_at, now_ms, rule), rule)
   where t.key = p_pair;
  if known then return; end if;
  perform app.sign_in_count(p_name, p_limits -> 'name', now_ms);
  update app.sign_in_throttle t set not_before = start + network_wait where t.key = p_network and network_wait > 0;
  update app.sign_in_throttle t set not_before = start + site_wait where t.key = p_site and site_wait > 0;
end $$;

create function app.sign_in_count(p_key bytea, p_rule jsonb, p_now bigint) returns void
language sql as $$
  insert into app.sign_in_throttle as t
  select p_key, n.now_ms + (p_rule ->> 'forgivenEveryMs')::bigint
    from (select coalesce(p_now, (extract(epoch from clock_timestamp()) * 1000)::bigint) as now_ms) n
   where p_key is not null
  on conflict (key) do update
     set clear_at = greatest(t.clear_at, excluded.clear_at - (p_rule ->> 'forgivenEveryMs')::bigint)
                    + (p_rule ->> 'forgivenEveryMs')::bigint
$$;
