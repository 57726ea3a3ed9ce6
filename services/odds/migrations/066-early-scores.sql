-- Games that the provider, when it was read last, called completed or gave a score before their start: nobody bets on them until it is
-- read otherwise.
create table app.early_score (
  fixture_id text primary key,
  home integer,
  away integer,
  completed boolean not null,
  -- the first such read in a row, and the last
  since timestamptz not null,
  read_at timestamptz not null
);
