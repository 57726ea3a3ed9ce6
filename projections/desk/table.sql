-- Every value that a setting of the book has had; the newest is in force.
create table desk_setting (
  setting text not null,
  -- ledger number of the event, from which on it is in force
  number bigint not null,
  -- null: it had no value before
  before text,
  after text not null,
  at timestamptz not null,
  -- an account, or 'setup' for values from the environment
  actor text not null,
  -- commitment to the reason
  reason text,
  primary key (setting, number)
);

-- What betting is stopped on now; '' stands for all fixtures, and for all markets of one.
create table betting_stop (
  fixture_id text not null,
  market text not null,
  number bigint not null,
  since timestamptz not null,
  actor text not null,
  reason text,
  primary key (fixture_id, market)
);
