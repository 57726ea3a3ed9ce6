-- Prices and scores as fetched, with their source and times. Evidence is copied into the events; these tables serve.

-- what the provider sent for one fixture, by its SHA-256
create table app.provider_message (
  hash text primary key,
  fixture_id text not null,
  kind text not null check (kind in ('odds', 'score')),
  fetched_at timestamptz not null,
  body text not null
);

-- the current price of each selection at the fixture's pinned bookmaker
create table app.quote (
  fixture_id text not null,
  market text not null,
  -- '' where the market has no point
  point text not null,
  selection text not null,
  selection_name text not null,
  odds text not null,
  bookmaker text not null,
  quoted_at timestamptz not null,
  fetched_at timestamptz not null,
  message_hash text not null,
  primary key (fixture_id, market, point, selection)
);

create table app.quote_history (
  id bigint generated always as identity primary key,
  fixture_id text not null,
  market text not null,
  point text not null,
  selection text not null,
  -- null: taken off the board
  odds text,
  bookmaker text not null,
  quoted_at timestamptz not null,
  fetched_at timestamptz not null,
  message_hash text not null
);
create index quote_history_by_fixture on app.quote_history (fixture_id, id);

create table app.pinned_bookmaker (
  fixture_id text primary key,
  bookmaker text not null,
  -- the bookmaker's name as the provider gives it
  title text not null
);

-- the last score read of each fixture
create table app.score (
  fixture_id text primary key,
  home integer,
  away integer,
  completed boolean not null,
  -- the provider's own time
  last_update timestamptz,
  -- business time of the last change of the score, and of the first read that said completed
  changed_at timestamptz not null,
  first_completed_at timestamptz,
  -- the completed read that a second, equal one confirms
  first_read_at timestamptz,
  first_read_hash text,
  read_at timestamptz not null,
  message_hash text not null
);

-- when each league was last asked for what, and the provider's credits
create table app.poll (
  league text not null,
  kind text not null check (kind in ('events', 'odds', 'scores')),
  polled_at timestamptz not null,
  primary key (league, kind)
);
create table app.credit_use (
  day date primary key,
  used integer not null
);
