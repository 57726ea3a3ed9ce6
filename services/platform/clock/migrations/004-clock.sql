-- The business clock: business = anchor_business + (system - anchor_system) * speed. One row.
create table app.clock (
  one boolean primary key default true check (one),
  anchor_system timestamptz not null,
  anchor_business timestamptz not null,
  speed integer not null check (speed >= 1),
  -- the last business time that a running product saw: a restart never goes behind it
  seen_business timestamptz not null
);
