-- markets of fixtures that nobody can bet on because their prices cannot be meant; admins see those with released_at null
create table app.suspended_market (
  fixture_id text not null,
  market text not null,
  -- 'missing-side', 'unreadable', 'implausible': until the feed is right again; 'extreme-move': until an admin releases it,
  -- or the price comes back
  reason text not null,
  -- of an extreme move: the selection, and its odds before and after
  detail jsonb,
  since timestamptz not null,
  seen_at timestamptz not null,
  released_at timestamptz,
  primary key (fixture_id, market)
);

-- when the additional markets of a game were last fetched: game by game, for those who look at it
create table app.event_odds_poll (
  fixture_id text primary key,
  polled_at timestamptz not null
);
