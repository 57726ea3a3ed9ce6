-- What the house offers beside the feed.
create table blacklisted_league (
  league text primary key,
  since timestamptz not null
);

-- the list that was saved last, in its order
create table game_of_the_day (
  place integer primary key,
  fixture_id text not null
);

-- one row once a list was saved, even an empty one
create table games_of_the_day_save (
  one boolean primary key check (one),
  saved_at timestamptz not null
);
