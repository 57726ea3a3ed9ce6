-- One row per admin and business day on which the float moved, or which its admin closed.
create table float_day (
  account_id text not null,
  -- '2026-11-23'
  day text not null,
  opening_cents bigint not null,
  -- sums of the day by kind; negative amounts went out
  granted_cents bigint not null,
  drawn_cents bigint not null,
  given_back_cents bigint not null,
  deposited_cents bigint not null,
  withdrawn_cents bigint not null,
  returned_cents bigint not null,
  closing_cents bigint not null,
  -- ledger number of the last event that counts on it, or null
  last_number bigint,
  -- ledger number and time of its close; null while it is not closed
  closed_number bigint,
  closed_at timestamptz,
  primary key (account_id, day)
);
