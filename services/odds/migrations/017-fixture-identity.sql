-- Every id under which the provider has listed a game of ours. The first worker to see an id decides whose it is, once.
create table app.provider_listing (
  provider_id text primary key,
  league text not null,
  fixture_id text not null,
  -- business times of the answers; of those that cover the whole league, the first in a row without it, and the last counted
  first_listed_at timestamptz not null,
  last_listed_at timestamptz not null,
  absent_since timestamptz,
  absence_counted_at timestamptz,
  -- complete answers in a row that did not have it; not counted further than the rule asks
  absences smallint not null default 0
);
-- those that the next answer may lack
create index provider_listing_expected on app.provider_listing (league) where absences < 2;
create index provider_listing_by_fixture on app.provider_listing (fixture_id);

-- Fixtures that may be one game, with open bets on the older: the queue for admins.
create table app.fixture_pair (
  old_fixture text not null,
  new_fixture text not null,
  -- the id that would be joined to the older
  provider_id text not null,
  why text not null check (why in ('listed-together', 'may-meet-again', 'several-fit', 'after-start', 'sides-changed')),
  found_at timestamptz not null,
  resolution text check (resolution in ('joined', 'apart')),
  -- the admin and the command
  resolved_by text,
  resolved_command text,
  resolved_at timestamptz,
  -- commitment of the reason's text
  reason text,
  primary key (old_fixture, new_fixture)
);
create index fixture_pair_waiting on app.fixture_pair (found_at) where resolution is null;

-- the first completed read that had a score: what regulation time is told by
alter table app.score
  add column completed_at timestamptz,
  add column completed_home integer,
  add column completed_away integer;
