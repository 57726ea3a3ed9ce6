-- What was handed out from the treasury for admins' floats, and what waits: one row for each draw, and for each time that
-- a super admin raised a float, with that event as its id.
create table treasury_draw (
  draw_id text primary key,
  account_id text not null,
  amount_cents bigint not null,
  -- budget: within that of the day. approval: beyond it. super-admin: raised by a super admin without a draw
  basis text not null,
  requested_by text not null,
  at timestamptz not null,
  -- waiting, granted, declined, replaced
  state text not null,
  -- the float was raised
  paid boolean not null,
  decided_by text,
  decided_at timestamptz,
  -- the event that requested it, later the one that granted it, and when that was recorded
  event text not null,
  recorded_at timestamptz not null
);
create index treasury_draw_by_time on treasury_draw (at, draw_id);
create index treasury_draw_waiting on treasury_draw (at) where state = 'waiting';
create index treasury_draw_unpaid on treasury_draw (recorded_at) where state = 'granted' and not paid;
