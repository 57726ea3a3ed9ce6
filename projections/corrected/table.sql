-- One row per event of a game that changed settled bets: a result that was corrected, a market decided again, a game voided
-- after its end.
create table corrected_result (
  fixture_id text not null,
  -- version of that event on the fixture's stream
  version integer not null,
  -- settlements that were taken back because of it, and how many of these bets are open again
  bets bigint not null,
  reopened bigint not null,
  returned_before_cents bigint not null,
  returned_after_cents bigint not null,
  -- ledger number of the last settlement that it changed
  number bigint not null,
  primary key (fixture_id, version)
);
create unique index corrected_result_by_number on corrected_result (number);
