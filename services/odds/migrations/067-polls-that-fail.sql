alter table app.poll
  -- games of the last answer that could not be read, or not all of their bookmakers
  add column unread integer not null default 0,
  -- of a poll that has failed since it was last read; business time
  add column failing_since timestamptz,
  add column failed_at timestamptz,
  add column error_code text,
  add column error text;
