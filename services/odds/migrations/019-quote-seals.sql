-- What each price was published under before it could be bet on. Null: fetched before prices were sealed, and not bet on.
alter table app.quote
  -- whether a draw was offered beside it: all that was published of a price is in its row
  add column draw_offered boolean not null default false,
  add column seal_feed text,
  add column seal_version integer,
  add column seal_index integer,
  add column seal_size integer,
  -- base64url, the lowest hash first
  add column seal_path text;
-- what an audit finds the evidence of a leg by
create index quote_history_by_message on app.quote_history (message_hash, fixture_id);
