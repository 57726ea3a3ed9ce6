-- What the provider last said and how it does, for all processes: one row.
create table app.provider_state (
  singleton boolean primary key default true check (singleton),
  -- credits of the key, in the provider's own words; remaining may be negative. System time: a plan's month is the calendar's
  remaining bigint,
  used bigint,
  credits_read_at timestamptz,
  -- business time of the last good answer
  answered_at timestamptz,
  -- the trouble that it is in, since when by the business clock
  trouble text check (trouble in ('bad-key', 'out-of-credits', 'credits-spent', 'rate-limited', 'unreachable')),
  trouble_since timestamptz,
  -- the last error, by the provider's code or ours; business time
  error_code text,
  error text,
  failed_at timestamptz
);
insert into app.provider_state default values;

-- business time of the last answer that was stored; null before the first
alter table app.poll add column read_at timestamptz;

alter table app.credit_use
  add column calls integer not null default 0,
  add column failures integer not null default 0;
